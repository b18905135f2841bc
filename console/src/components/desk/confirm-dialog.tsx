import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { TextField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";

interface Props {
  title: string;
  /** The consequence of confirming. */
  children: string;
  /** The label of the button, if "OK" is not clear enough. */
  confirm?: string;
  /** The action cannot be undone. */
  danger?: boolean;
  /** Asks for a reason; `draftKey` is the key of its draft, stored until the action is done. */
  reason?: { draftKey: string };
  /** Resolves to the sentence of the refusal, or null when done. The reason is empty if none was asked for. */
  onConfirm: (reason: string) => Promise<string | null>;
  /** The answer "No", as distinct from cancelling; not available with a reason. Resolves like `onConfirm`. */
  onDeny?: () => Promise<string | null>;
  /** `undone`: the person cancelled; not passed if a reason is asked for. */
  onClose: (undone?: boolean) => void;
}

/** Asks before an action. The texts of its buttons are those of spec, section 9. */
export function ConfirmDialog({ reason, ...rest }: Props) {
  return reason ? <ConfirmWithReason {...rest} draftKey={reason.draftKey} /> : <Confirm {...rest} />;
}

type Common = Omit<Props, "reason">;

function Confirm({ onDeny, onConfirm, onClose, ...rest }: Common) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { look, refused, run } = useConfirm({ onClose, ...rest });
  const answer = async (send: () => Promise<string | null>) => {
    setBusy(true);
    await run(send);
    setBusy(false);
  };
  return (
    <ActionDialog
      {...look}
      busy={busy}
      refused={refused}
      buttons={
        onDeny && (
          <Button className="dialog-note" tone="quiet" disabled={busy} onClick={() => void answer(onDeny)}>
            {t("common.no")}
          </Button>
        )
      }
      onSubmit={() => void answer(() => onConfirm(""))}
      onClose={() => onClose(true)}
    />
  );
}

const BLANK = { reason: "" };

/** The typed reason is stored as a draft until the action is done. */
function ConfirmWithReason({ draftKey, onConfirm, ...rest }: Common & { draftKey: string }) {
  const { t } = useTranslation();
  const schema = useMemo(() => z.object({ reason: z.string().trim().min(1, t("work.form.fill")) }), [t]);
  const form = useFormWithDraft({ draft: draftKey, blank: BLANK, schema });
  const { look, refused, run } = useConfirm(rest, form.discard);
  return (
    <FormDialog {...look} of={form} refused={refused} onSubmit={({ reason }) => run(() => onConfirm(reason))} onClose={() => rest.onClose()}>
      <TextField name="reason" label={t("people.reason.label")} hint={t("people.reason.hint")} autoFocus />
    </FormDialog>
  );
}

/** The dialog's appearance and texts. An answer closes the dialog, or its refusal is shown. */
function useConfirm({ title, children, confirm, danger = false, onClose }: Omit<Common, "onConfirm">, done?: () => void) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState<string | null>(null);
  const run = async (send: () => Promise<string | null>) => {
    const sentence = await send();
    setRefused(sentence);
    if (sentence !== null) return;
    done?.();
    onClose();
  };
  const words = { title, description: children, action: confirm ?? t("common.ok") };
  return { look: { words, look: danger ? "danger" : "plain" } as const, refused, run };
}
