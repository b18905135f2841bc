import { useId, useMemo } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import { useCommand } from "@/api/use-command";
import { type Ground, GROUNDS } from "@/components/desk/use-ground";
import { LineField, SelectField, TextField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { FieldError } from "@/components/ui/field-error";
import { RequiredMark } from "@/components/ui/field-label";
import { useMe } from "@/features/session/use-me";
import { LISTS } from "@/features/tasks/task-reads";
import { draftKey } from "@/lib/drafts";

interface Props {
  reviewId: number;
  onClose: () => void;
}

const BLANK = { ground: "", facts: "", name: "", role: "", email: "", goodFaith: false };
const LONGEST = { line: 300, email: 254 }; // the server's limits, in characters
/** The form's field for each path in the server's errors. */
const PLACES = {
  good_faith: "goodFaith",
  "contact.name": "name",
  "contact.role": "role",
  "contact.email": "email",
};
const REFUSALS = ["not_published", "too_many_requests", "request_open", "blind_second_look", "not_found", "invalid"] as const;

/** Enters a restriction request about a published review: its ground, its facts, and who made it. */
export function AskDialog({ reviewId, onClose }: Props) {
  const { t } = useTranslation();
  const { run, refusal } = useCommand({
    name: `restrict ${reviewId}`,
    send: (asking: Asking, key) => postRequest(reviewId, asking, key),
    refreshes: ["/api/review/{review_id}", ...LISTS],
    says: () => t("restrictions.ask.done"),
  });
  const schema = useSchema();
  const form = useFormWithDraft({ draft: draftKey(useMe().id, `restrict.${reviewId}`), blank: BLANK, schema, refusal, places: PLACES });

  const submit = async ({ ground, facts, name, email, role }: z.output<typeof schema>) => {
    const sent = await run({ ground, facts, contact: { name, email, role } });
    if (sent.state !== "done") return;
    form.discard();
    onClose();
  };
  return (
    <FormDialog
      words={{ title: t("restrictions.ask.title"), description: t("restrictions.ask.text"), action: t("restrictions.ask.send") }}
      look="wide"
      of={form}
      refused={refusal === null ? null : t(`restrictions.ask.refused.${codeOf(refusal)}`)}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField name="ground" label={t("restrictions.ask.ground")} autoFocus>
        <option value="">{t("work.form.choose")}</option>
        {GROUNDS.map((ground) => (
          <option key={ground} value={ground}>
            {t(`restrictions.grounds.${ground}`)}
          </option>
        ))}
      </SelectField>
      <LineField name="role" label={t("restrictions.ask.role")} hint={t("restrictions.ask.roleHint")} maxLength={LONGEST.line} />
      <LineField name="name" label={t("restrictions.ask.name")} maxLength={LONGEST.line} />
      <LineField name="email" type="email" label={t("restrictions.ask.email")} maxLength={LONGEST.email} />
      <div className="wide">
        <TextField name="facts" rows={4} label={t("restrictions.ask.facts")} hint={t("restrictions.ask.factsHint")} />
      </div>
      <GoodFaith />
    </FormDialog>
  );
}

function GoodFaith() {
  const { t } = useTranslation();
  const id = useId();
  const { register, getFieldState, formState } = useFormContext<typeof BLANK>();
  const problem = getFieldState("goodFaith", formState).error?.message;
  return (
    <div className="wide field">
      <label className="check">
        <input
          type="checkbox"
          {...register("goodFaith")}
          aria-required
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
        />
        <span>
          {t("restrictions.ask.goodFaith")} <RequiredMark hidden />
        </span>
      </label>
      {problem && <FieldError id={id}>{problem}</FieldError>}
    </div>
  );
}

function useSchema() {
  const { t } = useTranslation();
  return useMemo(() => {
    const filled = z.string().trim().min(1, t("restrictions.ask.missing"));
    return z.object({
      ground: z.string().pipe(z.enum(GROUNDS, t("restrictions.ask.missing"))),
      role: filled,
      name: filled,
      email: filled,
      facts: filled,
      goodFaith: z.boolean().refine((checked) => checked, t("restrictions.ask.missingFaith")),
    });
  }, [t]);
}

function codeOf(refusal: unknown): (typeof REFUSALS)[number] | "other" {
  return refusal instanceof ApiError ? (REFUSALS.find((code) => code === refusal.code) ?? "other") : "other";
}

interface Asking {
  ground: Ground;
  facts: string;
  contact: { name: string; email: string; role: string };
}

/** Creates the request. With the same key, a retry creates no second one. */
async function postRequest(reviewId: number, asking: Asking, key: string): Promise<void> {
  await answer(
    api.POST("/api/restriction-requests", {
      body: { review: reviewId, ...asking, good_faith: true },
      headers: { "Idempotency-Key": key },
    }),
  );
}
