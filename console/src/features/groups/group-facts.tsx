import { Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { Group } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { HoldKeys } from "@/components/desk/hold-keys";
import { CountryName } from "@/components/organisation/country-name";
import { Facts } from "@/components/organisation/facts";
import { Button } from "@/components/ui/button";
import { formatDateTime, formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

import { deleteGroup } from "./calls";
import { ConfirmDialog, EditDialog } from "./lazy";

/** The facts of a group, with what changes and deletes it. */
export function GroupFacts({ group }: { group: Group }) {
  const { t } = useTranslation();
  const title = useId();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"edit" | "delete" | null>(null);
  const { run, busy } = useCommand({
    name: `delete group ${group.id}`,
    send: () => deleteGroup(group.id),
    refreshes: ["/api/groups"],
    says: () => t("organisation.group.deleted"),
  });
  const remove = async () => {
    const sent = await run();
    if (sent.state === "refused") return t("organisation.group.notDeleted");
    if (sent.state === "done") await navigate(paths.groups);
    return null;
  };
  const close = () => setOpened(null);
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("organisation.group.facts")}</h2>
        <span className="end" />
        <Button size="s" onClick={() => setOpened("edit")}>
          {t("organisation.group.edit")}
        </Button>
        <Button size="s" tone="quiet" busy={busy} onClick={() => setOpened("delete")}>
          {t("organisation.group.delete")}
        </Button>
      </div>
      <div className="card-body">
        <Facts
          of={[
            [t("organisation.group.slug"), group.slug ? <bdi>{group.slug}</bdi> : t("organisation.group.none")],
            [t("organisation.group.internal"), t(group.internal ? "organisation.yes" : "organisation.no")],
            [t("organisation.group.country"), <CountryName of={group.country} />],
            [t("organisation.group.companies"), formatNumber(group.companies)],
            [t("organisation.company.created"), <time dateTime={group.created}>{formatDateTime(group.created)}</time>],
          ]}
        />
      </div>
      {opened && (
        <Suspense fallback={<HoldKeys />}>
          {opened === "edit" && <EditDialog group={group} onClose={close} />}
          {opened === "delete" && (
            <ConfirmDialog
              title={t("organisation.group.deleteTitle", { name: group.name })}
              danger
              onConfirm={remove}
              onClose={close}
            >
              {t("organisation.group.deleteText")}
            </ConfirmDialog>
          )}
        </Suspense>
      )}
    </section>
  );
}
