import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";
import { draftKey } from "@/lib/drafts";
import { lazyPart } from "@/lib/lazy-part";

import { useMe } from "@/features/session/use-me";

const ReasonDialog = lazyPart(async () => ({ default: (await import("@/components/desk/reason-dialog")).ReasonDialog }));

interface Props {
  taskId: number;
  /** Who has the item. */
  name: string;
  busy: boolean;
  /** Gives the sentence that says why it was refused, or null when it was done. */
  onTakeOver: (reason: string) => Promise<string | null>;
}

/** Takes an item over from a colleague, who is notified of the person and the reason. */
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
          <ReasonDialog
            title={t("people.takeOver.title", { name })}
            description={t("people.takeOver.text")}
            draftKey={draftKey(me.id, `takeOver.${taskId}`)}
            action={t("people.takeOver.label")}
            onSubmit={onTakeOver}
            onClose={() => setAsked(false)}
          />
        )}
      </Suspense>
    </>
  );
}
