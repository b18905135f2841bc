import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { useCommand } from "@/api/use-command";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";

import { deleteMember, GROUPS } from "./calls";
import { ConfirmDialog } from "./lazy";
import type { MemberRow } from "./member-columns";

/** Removes a company from its group, after a question. */
export function RemoveMember({ row: { id, name, group } }: { row: MemberRow }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { run, busy } = useCommand({
    name: `remove member ${group} ${id}`,
    send: () => deleteMember(group, id),
    refreshes: GROUPS,
    says: () => t("organisation.members.removed", { name }),
  });
  const remove = async () => ((await run()).state === "refused" ? t("organisation.members.notRemoved") : null);
  return (
    <>
      <Button size="s" busy={busy} aria-label={t("organisation.members.removeOf", { name })} onClick={() => setAsking(true)}>
        {t("organisation.members.remove")}
      </Button>
      {asking && (
        <Suspense fallback={<HoldKeys />}>
          <ConfirmDialog
            title={t("organisation.members.removeTitle", { name })}
            danger
            onConfirm={remove}
            onClose={() => setAsking(false)}
          >
            {t("organisation.members.removeText")}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
