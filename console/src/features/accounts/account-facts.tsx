import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Account } from "@/api/types";
import { Facts } from "@/components/organisation/facts";
import { Avatar } from "@/components/ui/avatar";
import { formatDay } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";
import { useMoment } from "@/lib/use-moment";

import styles from "./accounts.module.css";

/** Who the account is, since when, and whether it is used. */
export function AccountFacts({ account }: { account: Account }) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const can = useCan();
  const { id, name, company, last_seen: seen } = account;
  const opens = can("moderation") || can("organisation");
  return (
    <section className={`card ${styles.facts}`} aria-label={t("accounts.facts.title")}>
      <div className="card-body stack">
        <div className="row">
          <Avatar name={name.full} picture={account.avatar} size="l" />
          <div>
            <p className="strong">
              <bdi>{name.full}</bdi>
            </p>
            <p className="meta">{t("accounts.facts.number", { id })}</p>
          </div>
        </div>
        <Facts
          of={[
            [t("accounts.facts.level"), t(`accounts.levels.${account.access_level}.name`)],
            ...(company
              ? [
                  [
                    t("accounts.facts.company"),
                    <>
                      {opens ? <Link to={paths.company(company.id)}>{company.name}</Link> : <bdi>{company.name}</bdi>}
                      {account.associations > 1 && ` ${t("accounts.facts.more", { count: account.associations - 1 })}`}
                    </>,
                  ] as const,
                ]
              : []),
            [t("accounts.facts.seen"), seen ? <time dateTime={seen}>{momentOf(seen)}</time> : t("accounts.facts.notSeen")],
            [t("accounts.facts.sessions"), t("accounts.facts.open", { count: account.sessions })],
            [t("accounts.facts.created"), <time dateTime={account.created}>{formatDay(account.created)}</time>],
          ]}
        />
      </div>
    </section>
  );
}
