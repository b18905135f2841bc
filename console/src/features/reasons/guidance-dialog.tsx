import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { TextField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useMe } from "@/features/session/use-me";
import { draftKey } from "@/lib/drafts";

const GUIDANCE = "/api/harm-guidance";
const LONGEST = 2_000; // the server's limit, in characters

interface Props {
  onClose: () => void;
}

/** Edits the guidance for items in which somebody may come to harm; every such item shows it. */
export function GuidanceDialog({ onClose }: Props) {
  const { t } = useTranslation();
  const guidance = useQuery(read(GUIDANCE));
  if (guidance.data) return <Guidance text={guidance.data.text} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={t("reasons.guidance.title")}>
      {guidance.error === null ? <Skeleton width="60%" /> : <Notice tone="danger">{t("reasons.guidance.failed")}</Notice>}
    </Dialog>
  );
}

function Guidance({ text, onClose }: Props & { text: string }) {
  const { t } = useTranslation();
  const { run, refusal } = useCommand({
    name: "guidance",
    send: (body: { text: string }) => answer(api.PUT(GUIDANCE, { body })),
    refreshes: [GUIDANCE, "/api/tasks/{task_id}", "/api/tickets/{ticket_id}"],
    says: () => t("reasons.guidance.saved"),
  });
  const schema = useMemo(() => z.object({ text: z.string().trim().min(1, t("reasons.guidance.missing")) }), [t]);
  const form = useFormWithDraft({ draft: draftKey(useMe().id, "guidance"), blank: useMemo(() => ({ text }), [text]), schema, refusal });
  const submit = async (fields: { text: string }) => {
    const sent = await run(fields);
    if (sent.state !== "done") return;
    form.discard();
    onClose();
  };
  return (
    <FormDialog
      words={{ title: t("reasons.guidance.title"), action: t("reasons.guidance.action") }}
      of={form}
      refused={refusal !== null && form.refused.fields.length === 0 ? sayUnknown(refusal, t) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="text" label={t("reasons.guidance.label")} hint={t("reasons.guidance.hint")} rows={8} maxLength={LONGEST} autoFocus />
    </FormDialog>
  );
}
