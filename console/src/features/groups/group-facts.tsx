import { Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Group } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { CountryName } from "@/components/organisation/country-name";
import { Facts } from "@/components/organisation/facts";
import { Button } from "@/components/ui/button";
import { formatDateTime } from "@/lib/dates";
import { lazyPart } from "@/lib/lazy-part";

const EditDialog = lazyPart(async () => ({ default: (await import("./edit-dialog")).EditDialog }));

/** The facts of a group, with what changes them. */
export function GroupFacts({ group }: { group: Group }) {
  const { t } = useTranslation();
  const title = useId();
  const [editing, setEditing] = useState(false);
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("organisation.group.facts")}</h2>
        <span className="end" />
        <Button size="s" onClick={() => setEditing(true)}>
          {t("organisation.group.edit")}
        </Button>
      </div>
      <div className="card-body">
        <Facts
          of={[
            [t("organisation.group.slug"), group.slug ? <bdi>{group.slug}</bdi> : t("organisation.group.none")],
            [t("organisation.group.internal"), t(group.internal ? "organisation.yes" : "organisation.no")],
            [t("organisation.group.country"), <CountryName of={group.country} />],
            [t("organisation.company.created"), <time dateTime={group.created}>{formatDateTime(group.created)}</time>],
          ]}
        />
      </div>
      {editing && (
        <Suspense fallback={<HoldKeys />}>
          <EditDialog group={group} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  );
}
