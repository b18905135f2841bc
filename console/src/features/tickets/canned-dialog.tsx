import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import type { CannedReply } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { LineField, SelectField, TextField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { useMe } from "@/features/session/use-me";
import { draftKey } from "@/lib/drafts";
import { useCan } from "@/lib/permissions";

interface Props {
  /** The reply to edit; null for a new one. */
  reply: CannedReply | null;
  placeholders: readonly string[];
  onClose: () => void;
}

interface Fields {
  title: string;
  text: string;
  scope: "mine" | "everyone";
}

const BY_HAND = "review_link";
const namesOf = (placeholders: readonly string[]) => placeholders.map((name) => `{{${name}}}`).join(" ");

const LONGEST = { title: 120, text: 20_000 }; // the server's limits, in characters

/** Adds or edits a canned reply. The scope can only be set for a new one; head moderators write those for everyone. */
export function CannedDialog({ reply, placeholders, onClose }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const { run, refusal } = useCommand({
    name: `canned ${reply?.id ?? "new"}`,
    send: ({ fields, changed }: { fields: Fields; changed: Partial<Fields> }, key) =>
      reply
        ? answer(api.PATCH("/api/canned-replies/{number}", { params: { path: { number: reply.id } }, body: changed }))
        : answer(api.POST("/api/canned-replies", { body: fields, headers: { "Idempotency-Key": key } })),
    refreshes: ["/api/canned-replies"],
    says: () => t("ticketList.canned.saved"),
  });
  const schema = useMemo(() => {
    const filled = z.string().trim().min(1, t("work.form.fill"));
    return z.object({ title: filled, text: filled, scope: z.enum(["mine", "everyone"]) });
  }, [t]);
  const blank = useMemo<z.input<typeof schema>>(
    () => ({ title: reply?.title ?? "", text: reply?.text ?? "", scope: reply?.scope ?? "mine" }),
    [reply],
  );
  const form = useFormWithDraft({ draft: draftKey(useMe().id, `canned.${reply?.id ?? "new"}`), blank, schema, refusal });
  const submit = async (fields: Fields, changed: Partial<Fields>) => {
    const sent = await run({ fields, changed });
    if (sent.state !== "done") return;
    form.discard();
    onClose();
  };
  // the server's errors are shown at their fields
  const isElsewhere = refusal !== null && !(refusal instanceof ApiError && Object.keys(refusal.fields).length > 0);
  return (
    <FormDialog
      words={{
        title: t(reply ? "ticketList.canned.change" : "ticketList.canned.add"),
        description: [
          !reply && !can("head_moderator") && t("ticketList.canned.own"),
          t("ticketList.canned.placeholders", { names: namesOf(placeholders.filter((name) => name !== BY_HAND)) }),
          placeholders.includes(BY_HAND) && t("ticketList.canned.byHand", { name: namesOf([BY_HAND]) }),
        ]
          .filter(Boolean)
          .join(" "),
        action: t("ticketList.canned.save"),
      }}
      of={form}
      refused={isElsewhere ? sayUnknown(refusal, t) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <LineField name="title" label={t("ticketList.canned.title")} maxLength={LONGEST.title} autoFocus />
      <TextField name="text" label={t("ticketList.canned.words")} rows={8} maxLength={LONGEST.text} />
      {!reply && can("head_moderator") && (
        <SelectField name="scope" label={t("ticketList.canned.whose")}>
          {(["mine", "everyone"] as const).map((scope) => (
            <option key={scope} value={scope}>
              {t(`ticketList.canned.scope.${scope}`)}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  );
}
