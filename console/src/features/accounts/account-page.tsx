import "./words";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";

import { read } from "@/api/queries";
import type { Account } from "@/api/types";
import { RecordPage } from "@/components/layout/record-page";
import { Facts } from "@/components/organisation/facts";
import { Avatar } from "@/components/ui/avatar";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { AuditLog } from "@/features/audit-log/audit-log";
import { WaitingPromotion } from "@/features/promotion/waiting-promotion";
import { useNow } from "@/lib/clock";
import { formatDay } from "@/lib/dates";
import { useDesk } from "@/lib/desk";
import { lazyPart } from "@/lib/lazy-part";
import { paths } from "@/lib/paths";
import { Allowed, useCan } from "@/lib/permissions";
import { useAddress } from "@/lib/use-address";
import { useAtLeast } from "@/lib/use-media";
import { useShortMoment } from "@/lib/use-moment";

import styles from "./accounts.module.css";
import { Associations } from "./associations";
import { DeleteAccount } from "./delete-account";
import { Keys } from "./keys";
import { Notifications } from "./notifications";
import { Password } from "./password";
import { Picture } from "./picture";
import { Profile } from "./profile";
import { Rights } from "./rights";

const Factors = lazyPart(async () => ({ default: (await import("@/features/factors/factors")).Factors }));

/** In the order of spec, section 2. */
const TABS = ["basic", "password", "notifications", "two_factor", "associations", "keys", "delete"] as const;
type Tab = (typeof TABS)[number];
/** The tabs of a person's own account, if they may not manage accounts (decision 70). */
const OWN: readonly Tab[] = ["basic", "password", "notifications", "two_factor", "keys"];

/**
 * One account beside its facts, with the seven tabs of spec, section 2. People who may not manage accounts see their
 * own account only, with fewer tabs.
 */
export function AccountPage() {
  const { accountID } = useParams();
  return <OneAccount key={accountID} id={Number(accountID)} />;
}

function OneAccount({ id }: { id: number }) {
  const { t } = useTranslation();
  const account = useQuery(read("/api/user/{user_id}", { path: { user_id: id } }));
  const [tabs, tab, open] = useTab();
  const can = useCan();
  const isWide = useAtLeast("sm");
  const back = can("users") ? { to: paths.accounts, label: t("accounts.toList") } : null;
  const { data } = account;
  const facts = data && [
    back && isWide && <Link to={back.to}>{t("navigation.accounts")}</Link>,
    data.email,
    t(`accounts.levels.${data.access_level}.name`),
    data.active ? null : t("accounts.inactive"),
  ];
  return (
    <RecordPage
      of={account}
      kind={t("navigation.account")}
      head={{ name: data?.name.full, facts: facts ?? [] }}
      back={back}
      says={{
        missing: t("accounts.missing", { id }),
        missingText: t("accounts.missingText"),
        failed: t("accounts.oneFailed"),
      }}
    >
      {(shown) => (
        <>
          <Tabs
            label={t("accounts.tabs.label")}
            tabs={tabs.map((name) => ({ name, title: t(`accounts.tabs.${name}`), count: countOf(name, shown) }))}
            tab={tab}
            onOpen={open}
          />
          {shown.promotion && <WaitingPromotion account={shown} promotion={shown.promotion} />}
          {!shown.may_edit && <Notice tone="info">{t("accounts.beyond")}</Notice>}
          <div className={`cols ${styles.page}`}>
            <AccountFacts account={shown} isShort={!isWide} />
            <TabPanel tab={tab}>
              <Content tab={tab} account={shown} />
            </TabPanel>
            {tab === "basic" && (
              <Allowed permission="users">
                <AuditLog kind="account" id={shown.id} most={isWide ? 5 : 3} />
              </Allowed>
            )}
          </div>
        </>
      )}
    </RecordPage>
  );
}

const countOf = (tab: Tab, { associations, keys }: Account) =>
  tab === "associations" ? associations : tab === "keys" ? keys : undefined;

function Content({ tab, account }: { tab: Tab; account: Account }) {
  const { t } = useTranslation();
  switch (tab) {
    case "basic":
      return (
        <div className={styles.basic}>
          <div className="stack">
            <Profile account={account} key={`profile ${account.id}`} title={t("accounts.profile.title")} />
            <Picture account={account} />
          </div>
          <Rights account={account} />
        </div>
      );
    case "password":
      return <Password account={account} />;
    case "notifications":
      return <Notifications account={account} />;
    case "associations":
      return <Associations account={account} />;
    case "keys":
      return <Keys account={account} />;
    case "delete":
      return <DeleteAccount account={account} />;
    case "two_factor":
      return <SecondFactors account={account} />;
  }
}

/** The tabs that this person may see, and the open one, which is in the address. */
function useTab(): [readonly Tab[], Tab, (tab: Tab) => void] {
  const [params, replaceParams] = useAddress();
  const tabs = useCan()("users") ? TABS : OWN;
  const tab = tabs.find((name) => name === params.get("tab")) ?? "basic";
  return [tabs, tab, (next) => replaceParams(next === "basic" ? {} : { tab: next })];
}

/** Without a setting that offers them, second factors are not yet available (spec). */
function SecondFactors({ account }: { account: Account }) {
  const { t } = useTranslation();
  const title = useId();
  if (useDesk().second_factors)
    return (
      <Suspense fallback={<Skeleton width="60%" />}>
        <Factors id={account.id} name={account.name.full} own={account.own} mayEdit={account.may_edit} />
      </Suspense>
    );
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.two_factor.title")}</h2>
      </div>
      <p className="card-body soft">{t("accounts.two_factor.text")}</p>
    </section>
  );
}

const KEPT_MS = 30 * 24 * 60 * 60_000; // how long the server keeps the time of the last use

/** Who the account is, since when, and when it was last used; on a phone shorter, so that the tab is in view. */
function AccountFacts({ account, isShort }: { account: Account; isShort: boolean }) {
  const { t } = useTranslation();
  const momentOf = useShortMoment();
  const can = useCan();
  const now = useNow();
  const { id, name, company, last_seen: seen } = account;
  const isNew = now - Date.parse(account.created) < KEPT_MS;
  const opens = can("moderation") || can("organisation");
  return (
    <section className="card" aria-label={t("accounts.facts.title")}>
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
            !account.active && [t("accounts.columns.state"), <span className="badge badge-dot tone-warning">{t("accounts.inactive")}</span>],
            [t("accounts.facts.level"), t(`accounts.levels.${account.access_level}.name`)],
            ...(company && !isShort
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
            [t("accounts.facts.seen"), seen ? <time dateTime={seen}>{momentOf(seen)}</time> : t(isNew ? "accounts.facts.never" : "accounts.facts.notSeen")],
            !isShort && [t("accounts.facts.sessions"), t("accounts.facts.open", { count: account.sessions })],
            account.provider !== null && [
              t("accounts.facts.signIn"),
              t("accounts.facts.signInSince", { label: account.provider.label, day: formatDay(account.provider.since) }),
            ],
            !isShort && [t("accounts.facts.created"), <time dateTime={account.created}>{formatDay(account.created)}</time>],
          ]}
        />
      </div>
    </section>
  );
}
