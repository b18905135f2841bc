import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { CompanyReport } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { CountryName } from "@/components/organisation/country-name";
import { Facts } from "@/components/organisation/facts";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { formatDay } from "@/lib/dates";
import { useHotkeys } from "@/lib/hotkeys";
import { lazyPart } from "@/lib/lazy-part";
import { paths } from "@/lib/paths";
import { Allowed, type Permission, useCan } from "@/lib/permissions";

const EditDialog = lazyPart(async () => ({ default: (await import("./edit-dialog")).EditDialog }));

/** The facts of the company, with the button that edits them. */
export function CompanyFacts({ company }: { company: CompanyReport }) {
  const { t } = useTranslation();
  const title = useId();
  const [all, setAll] = useState(false);
  const facts = useFacts(company, all);
  const empty = useFacts(company, false).filter(([, value]) => value === null).length;
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("organisation.company.facts")}</h2>
        <span className="end" />
        <span className={company.status === "open" ? "badge is-success" : "badge"}>{t(`organisation.company.statuses.${company.status}`)}</span>
        <Allowed permission="organisation">
          <Edit company={company} />
        </Allowed>
      </div>
      <div className="card-body stack">
        <Facts of={all ? facts : facts.filter(([, value]) => value !== null)} />
        {empty > 0 && (
          <button type="button" className="facts-more" aria-expanded={all} onClick={() => setAll(!all)}>
            <Icon of={all ? ChevronDown : ChevronRight} flip={!all} />
            {t(all ? "organisation.company.hideEmpty" : "organisation.company.emptyFields", { count: empty })}
          </button>
        )}
      </div>
    </section>
  );
}

function Edit({ company }: { company: CompanyReport }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const edit = () => setEditing(true);
  useHotkeys("general", [{ keys: "e", label: t("organisation.company.editTitle"), run: edit }]);
  return (
    <>
      <Button size="s" tone="quiet" hotkey="e" onClick={edit}>
        {t("organisation.company.edit")}
      </Button>
      {editing && (
        <Suspense fallback={<HoldKeys />}>
          <EditDialog company={company} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The company's facts; an empty one is null, or "none" if `all` are shown. */
function useFacts(company: CompanyReport, all: boolean): (readonly [string, ReactNode])[] {
  const { t } = useTranslation();
  const none = all ? <None /> : null;
  const written = (text: string | null | undefined) => (text ? <bdi>{text}</bdi> : none);
  const { groups, tags } = company;
  return [
    [t("organisation.company.category"), written(company.category?.name)],
    [t("organisation.company.country"), <CountryName of={company.country} />],
    [t("organisation.company.hsoneId"), written(company.hsone_id)],
    [t("organisation.company.slug"), written(company.slug)],
    [t("organisation.company.address"), written(company.address)],
    [t("organisation.company.postcode"), written(company.postcode)],
    [t("organisation.company.phone"), written(company.phone)],
    [t("organisation.company.website"), company.website ? <Website address={company.website} /> : none],
    [t("organisation.company.groups"), groups.length > 0 ? <Links of={groups} permission="groups" to={paths.group} /> : none],
    [t("organisation.company.tags"), tags.length > 0 ? <Links of={tags} permission="tags" to={paths.tag} asBadges /> : none],
    ...(company.checks_testimonials ? [[t("organisation.company.check"), t("organisation.company.secondCheck")] as const] : []),
    [t("organisation.company.created"), <time dateTime={company.created}>{formatDay(company.created)}</time>],
  ];
}

function None() {
  return <span className="dim">{useTranslation().t("organisation.company.none")}</span>;
}

/** Only http and https addresses become links: the server accepts no others. */
function Website({ address }: { address: string }) {
  if (!/^https?:\/\//.test(address)) return <bdi>{address}</bdi>;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      <bdi>{address}</bdi>
    </a>
  );
}

interface LinksProps {
  of: CompanyReport["groups"];
  /** Without this permission the names are not linked. */
  permission: Permission;
  to: (id: number) => string;
  asBadges?: boolean;
}

function Links({ of: things, permission, to, asBadges = false }: LinksProps) {
  const can = useCan();
  const look = asBadges ? "badge plain" : undefined;
  return (
    <ul className={asBadges ? "row wrap badges" : undefined}>
      {things.map(({ id, name }) => (
        <li key={id}>
          {can(permission) ? (
            <Link className={look} to={to(id)}>
              {name}
            </Link>
          ) : (
            <span className={look}>{name}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
