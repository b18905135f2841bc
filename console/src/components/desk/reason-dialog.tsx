import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { TextField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useKeptForm } from "@/components/form/use-kept-form";
import { Notice } from "@/components/ui/notice";

interface Props {
  title: string;
  description: string;
  /** What the button says. */
  action: string;
  /** Under which what is typed is kept. */
  draftKey: string;
  /** Gives the sentence that says why it was refused, or null when it was done. */
  onSubmit: (reason: string) => Promise<string | null>;
  onClose: () => void;
}

const BLANK = { reason: "" };

/** Asks for a reason before something is done to somebody's work. What was typed is kept until it is done. */
export function ReasonDialog({ title, description, action, draftKey, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const schema = useMemo(() => z.object({ reason: z.string().trim().min(1, t("people.reason.blank")) }), [t]);
  const kept = useKeptForm({ draft: draftKey, blank: BLANK, schema });
  const [refused, setRefused] = useState<string | null>(null);

  const submit = async ({ reason }: { reason: string }) => {
    const sentence = await onSubmit(reason);
    setRefused(sentence);
    if (sentence !== null) return;
    kept.discard();
    onClose();
  };
  return (
    <FormDialog
      words={{ title, description, action }}
      kept={kept}
      busy={kept.form.formState.isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      {refused !== null && (
        <Notice tone="danger" alert>
          {refused}
        </Notice>
      )}
      <TextField name="reason" label={t("people.reason.label")} hint={t("people.reason.hint")} autoFocus />
    </FormDialog>
  );
}
