import { X } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { GroupMember } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { HoldKeys } from "@/components/desk/hold-keys";
import { IconButton } from "@/components/ui/icon-button";

import { ConfirmDialog } from "./lazy";
import type { MemberChange } from "./member-list";

interface Props {
  row: GroupMember & { list: number };
  change: MemberChange;
}

/** Removes a company from its group or tag, after a question. */
export function RemoveMember({ row: { id, name, list }, change }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { run, busy } = useCommand({
    name: `remove member ${change.of} ${list} ${id}`,
    send: () => change.remove(id),
    refreshes: change.refreshes,
    says: () => t("organisation.members.removed", { name }),
  });
  const remove = async () => ((await run()).state === "refused" ? change.texts.notRemoved : null);
  return (
    <>
      <IconButton icon={X} size="s" busy={busy} label={t("organisation.members.removeOf", { name })} onClick={() => setAsking(true)} />
      {asking && (
        <Suspense fallback={<HoldKeys />}>
          <ConfirmDialog title={change.texts.removeTitle(name)} confirm={t("organisation.members.remove")} danger onConfirm={remove} onClose={() => setAsking(false)}>
            {t("organisation.members.removeText")}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
