import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import type { TestimonialDetail } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { DateField, SelectField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithValues } from "@/components/form/use-form-with-draft";
import { HISTORIES } from "@/features/tasks/task-reads";
import { clock } from "@/lib/clock";
import { dayBefore, isDay } from "@/lib/period";

import { TESTIMONIAL } from "./use-testimonial";

type Consent = TestimonialDetail["consent"];

interface Props {
  testimonial: TestimonialDetail;
  onClose: () => void;
}

const CHOICES = ["none", "asked", "given", "withdrawn"] as const;
const nothing = () => undefined;

/** What the author has said about a publication, at first as it is recorded. Withdrawn, it takes the testimonial back at once. */
export function ConsentDialog({ testimonial: { id, consent, consent_on: day, status }, onClose }: Props) {
  const { t } = useTranslation();
  const { run, refusal } = useCommand({
    name: `consent of testimonial ${id}`,
    send: (body: { consent: Consent; on: string | null }) =>
      answer(api.PUT("/api/testimonial/{testimonial_id}/consent", { params: { path: { testimonial_id: id } }, body })),
    refreshes: [TESTIMONIAL, "/api/tasks/{task_id}", "/api/testimonials", HISTORIES],
    says: (_, { consent: said }) => t(said === "withdrawn" ? "testimonials.consent.taken" : "testimonials.consent.saved"),
  });
  const schema = useMemo(() => z.object({ consent: z.enum(CHOICES), on: z.string().refine(isDay, t("common.date.wrong")) }), [t]);
  const form = useFormWithValues({
    values: { consent, on: day ?? dayBefore(clock.now(), 0) },
    type: nothing,
    discard: nothing,
    schema,
  });
  const [said, on] = useWatch({ control: form.methods.control, name: ["consent", "on"] });
  // what was reopened is withdrawn once more
  const isSame = said === consent && (said === "given" ? on === day : said !== "withdrawn" || status === "withdrawn");
  const [isTold, setIsTold] = useState(false);
  const submit = async (chosen: z.infer<typeof schema>) => {
    if (isSame) {
      setIsTold(true);
      return;
    }
    const sent = await run({ consent: chosen.consent, on: chosen.consent === "given" && chosen.on ? chosen.on : null });
    if (sent.state === "done") onClose();
  };
  const isInUse = refusal instanceof ApiError && refusal.code === "consent_in_use";
  return (
    <FormDialog
      words={{ title: t("testimonials.consent.record"), action: t("testimonials.consent.save") }}
      of={form}
      refused={refusal === null ? null : isInUse ? t("work.refused.reason.consent_in_use") : sayUnknown(refusal, t)}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField name="consent" label={t("testimonials.consent.what")} autoFocus>
        {CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {t(`testimonials.consent.choices.${choice}`)}
          </option>
        ))}
      </SelectField>
      {said === "given" && <DateField name="on" label={t("testimonials.consent.on")} />}
      {isTold && isSame && <p role="status">{t("testimonials.consent.same")}</p>}
      {said === "withdrawn" && <p className="soft">{t("testimonials.consent.warns")}</p>}
    </FormDialog>
  );
}
