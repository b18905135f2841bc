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
  /** What confirming means. */
  children: string;
  /** What the button says, where "OK" would not do. */
  confirm?: string;
  /** It cannot be taken back. */
  danger?: boolean;
  /** Asks for a reason; `draftKey` is where what is typed is stored until it is done. */
  reason?: { draftKey: string };
  /** Gives the sentence that says why it was refused, or null when it was done. The reason is empty where none is asked for. */
  onConfirm: (reason: string) => Promise<string | null>;
  /** The other answer, "No", beside leaving it undecided; not beside a reason. Gives the same as `onConfirm`. */
  onDeny?: () => Promise<string | null>;
  /** `undone`: it was left undone; not told beside a reason. */
  onClose: (undone?: boolean) => void;
}

/** Asks before something is done. The texts of its buttons are those of the specification, section 9. */
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

/** What is typed is kept until it is done. */
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

/** How the dialog looks and reads, and what becomes of an answer: it closes the dialog, or its refusal is shown. */
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
