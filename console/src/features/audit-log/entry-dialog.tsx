import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import type { LogKind } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { TextField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { useMe } from "@/features/session/use-me";
import { draftKey } from "@/lib/drafts";

const BLANK = { text: "" };

interface Props {
  kind: LogKind;
  id: number;
  onClose: () => void;
}

/** Adds an entry by hand. The text is stored in this browser until it is sent. */
export function EntryDialog({ kind, id, onClose }: Props) {
  const { t } = useTranslation();
  const path = { kind, subject_id: id };
  const { run, refusal } = useCommand({
    name: `log ${kind} ${id}`,
    send: (text: string, key) =>
      answer(api.POST("/api/audit/{kind}/{subject_id}", { params: { path }, body: { text }, headers: { "Idempotency-Key": key } })),
    refreshes: [["/api/audit/{kind}/{subject_id}", { path }]],
    says: () => t("organisation.log.added"),
  });
  const schema = useMemo(() => z.object({ text: z.string().trim().min(1, t("organisation.log.blank")) }), [t]);
  const form = useFormWithDraft({ draft: draftKey(useMe().id, `log.${kind}.${id}`), blank: BLANK, schema, refusal });
  const submit = async ({ text }: { text: string }) => {
    const sent = await run(text);
    if (sent.state !== "done") return;
    form.discard();
    onClose();
  };
  const words = {
    title: t("organisation.log.addTitle"),
    description: t("organisation.log.addText"),
    action: t("organisation.log.add"),
  };
  return (
    <FormDialog
      words={words}
      of={form}
      refused={refusal === null ? null : isWrittenByNobody(refusal) ? t("organisation.log.notManual") : sayUnknown(refusal, t)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="text" label={t("organisation.log.label")} autoFocus />
    </FormDialog>
  );
}

const isWrittenByNobody = (refusal: unknown) => refusal instanceof ApiError && refusal.code === "no_manual_entries";
