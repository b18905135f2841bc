import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";
import { draftKey } from "@/lib/drafts";
import { lazyPart } from "@/lib/lazy-part";

import { useMe } from "@/features/session/use-me";

const ConfirmDialog = lazyPart(async () => ({ default: (await import("@/components/desk/confirm-dialog")).ConfirmDialog }));

interface Props {
  taskId: number;
  /** Who has the item. */
  name: string;
  busy: boolean;
  /** Gives the sentence that says why it was refused, or null when it was done. */
  onTakeOver: (reason: string) => Promise<string | null>;
}

/** Takes an item over from a colleague. The colleague gets a notification with the reason and the name of the new holder. */
export function TakeOver({ taskId, name, busy, onTakeOver }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button size="s" tone="quiet" busy={busy} aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t("people.takeOver.label")}
      </Button>
      <Suspense fallback={<HoldKeys />}>
        {asked && (
          <ConfirmDialog
            title={t("people.takeOver.title", { name })}
            confirm={t("people.takeOver.label")}
            reason={{ draftKey: draftKey(me.id, `takeOver.${taskId}`) }}
            onConfirm={onTakeOver}
            onClose={() => setAsked(false)}
          >
            {t("people.takeOver.text")}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}
