import { Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { CompanyReport } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { CountryName } from "@/components/organisation/country-name";
import { Facts } from "@/components/organisation/facts";
import { Button } from "@/components/ui/button";
import { formatDateTime } from "@/lib/dates";
import { lazyPart } from "@/lib/lazy-part";
import { paths } from "@/lib/paths";
import { Allowed, type Permission, useCan } from "@/lib/permissions";

const EditDialog = lazyPart(async () => ({ default: (await import("./edit-dialog")).EditDialog }));

/** What is known of the company, with what changes it. */
export function CompanyFacts({ company }: { company: CompanyReport }) {
  const { t } = useTranslation();
  const title = useId();
  const [editing, setEditing] = useState(false);
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("organisation.company.facts")}</h2>
        <span className="end" />
        <Allowed permission="organisation">
          <Button size="s" onClick={() => setEditing(true)}>
            {t("organisation.company.edit")}
          </Button>
        </Allowed>
      </div>
      <div className="card-body">
        <Facts
          of={[
            [t("organisation.company.status"), t(`organisation.company.statuses.${company.status}`)],
            [t("organisation.company.category"), company.category?.name ?? <None />],
            [t("organisation.company.country"), <CountryName of={company.country} />],
            [t("organisation.company.hsoneId"), company.hsone_id ?? <None />],
            [t("organisation.company.slug"), company.slug || <None />],
            [t("organisation.company.address"), <Written text={company.address} />],
            [t("organisation.company.postcode"), <Written text={company.postcode} />],
            [t("organisation.company.phone"), <Written text={company.phone} />],
            [t("organisation.company.website"), <Website address={company.website} />],
            [t("organisation.company.groups"), <Links of={company.groups} permission="groups" to={paths.group} />],
            [t("organisation.company.tags"), <Links of={company.tags} permission="tags" to={paths.tag} />],
            [t("organisation.company.created"), <time dateTime={company.created}>{formatDateTime(company.created)}</time>],
          ]}
        />
      </div>
      {editing && (
        <Suspense fallback={<HoldKeys />}>
          <EditDialog company={company} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  );
}

function None() {
  return <span className="dim">{useTranslation().t("organisation.company.none")}</span>;
}

function Written({ text }: { text: string }) {
  return text ? <bdi>{text}</bdi> : <None />;
}

/** Only addresses that begin with http are links: the server takes no others. */
function Website({ address }: { address: string }) {
  if (!/^https?:\/\//.test(address)) return <Written text={address} />;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      <bdi>{address}</bdi>
    </a>
  );
}

interface LinksProps {
  of: CompanyReport["groups"];
  /** Without it the names are no links. */
  permission: Permission;
  to: (id: number) => string;
}

function Links({ of: things, permission, to }: LinksProps) {
  const can = useCan();
  if (things.length === 0) return <None />;
  return (
    <ul className="plain">
      {things.map(({ id, name }) => (
        <li key={id}>{can(permission) ? <Link to={to(id)}>{name}</Link> : name}</li>
      ))}
    </ul>
  );
}
