import { Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import type { BlacklistEntry } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { HoldKeys } from "@/components/desk/hold-keys";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

import { deleteEntry, LIST } from "./calls";
import { ConfirmDialog } from "./lazy";

interface Props {
  entry: BlacklistEntry;
  /** An icon only, because each row has the button. */
  inRow?: boolean;
  /** Called after the entry was removed. */
  onRemoved?: () => void;
}

/** Removes an entry, after a confirmation. */
export function RemoveEntry({ entry: { id, hint }, inRow = false, onRemoved }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { run, busy } = useCommand({
    name: `blacklist remove ${id}`,
    send: () => deleteEntry(id).catch(passIfGone),
    refreshes: LIST,
    says: () => t("blacklist.remove.done"),
  });
  const remove = async () => {
    const sent = await run();
    if (sent.state === "refused") return sayUnknown(sent.error, t);
    if (sent.state === "done") onRemoved?.();
    return null;
  };
  return (
    <>
      {inRow ? (
        <IconButton icon={Trash2} size="s" busy={busy} label={t("blacklist.remove.of", { hint })} onClick={() => setAsking(true)} />
      ) : (
        <Button size="s" busy={busy} aria-label={t("blacklist.remove.of", { hint })} onClick={() => setAsking(true)}>
          {t("blacklist.remove.action")}
        </Button>
      )}
      {asking && (
        <Suspense fallback={<HoldKeys />}>
          <ConfirmDialog title={t("blacklist.remove.title", { hint })} confirm={t("blacklist.remove.action")} danger onConfirm={remove} onClose={() => setAsking(false)}>
            {t("blacklist.remove.text")}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}

/** Ignores the refusal if another person has already removed the entry. */
function passIfGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
