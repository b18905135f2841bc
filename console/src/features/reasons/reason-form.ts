import type { TFunction } from "i18next";
import { z } from "zod";

import type { NewReasonCode, ReasonChoice, ReasonCode } from "@/api/types";
import type { FormValues } from "@/lib/drafts";

export const LONGEST = { title: 120, code: 40, sentence: 500, rule: 500 }; // the server's

/** What stands in the fields; each outcome is a tick of its own. */
export interface ReasonValues extends FormValues {
  title: string;
  code: string;
  ground: string;
  category: string;
  sentence: string;
  rule: string;
}

/** The field of an outcome. */
export const tickOf = (outcome: string) => `for ${outcome}`;

/** The form as it begins. A new reason is for all outcomes, on the last ground and category of those that there are. */
export function blankOf(reason: ReasonCode | null, outcomes: readonly ReasonChoice[], grounds: readonly ReasonChoice[]): ReasonValues {
  return {
    title: reason?.title ?? "",
    code: reason?.code ?? "",
    ground: reason?.ground ?? grounds.at(-1)?.value ?? "",
    category: reason?.category ?? OTHER,
    sentence: reason?.sentence ?? "",
    rule: reason?.rule ?? "",
    ...Object.fromEntries(outcomes.map(({ value }) => [tickOf(value), reason?.applies_to.some((each) => each === value) ?? true])),
  };
}

const OTHER = "STATEMENT_CATEGORY_OTHER_VIOLATION_TC" satisfies ReasonCode["category"];

/** Checks the fields, and gives the body of the call. */
export function schemaOf(outcomes: readonly ReasonChoice[], t: TFunction): z.ZodType<NewReasonCode, ReasonValues> {
  const filled = z.string().trim().min(1, t("work.form.fill"));
  const fields = z.object({ title: filled, code: z.string().trim(), ground: z.string(), category: z.string(), sentence: filled, rule: z.string().trim() });
  return fields.catchall(z.union([z.string(), z.boolean()])).transform((values, context) => {
    const { title, code, ground, category, sentence, rule } = values;
    const chosen = outcomes.map(({ value }) => value).filter((value) => values[tickOf(value)] === true);
    if (chosen.length === 0) context.addIssue({ code: "custom", path: [tickOf(outcomes[0]?.value ?? "")], message: t("reasons.outcomeMissing") });
    return { title, code, ground, category, sentence, rule, applies_to: chosen };
  }) as unknown as z.ZodType<NewReasonCode, ReasonValues>;
}
