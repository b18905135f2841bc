import type { TFunction } from "i18next";
import { z } from "zod";

import { lengthOf } from "@/lib/length";

import { changesOf, MAX_LENGTH, type ReviewWords, type Typed } from "./fields";

type Limited = keyof typeof MAX_LENGTH;

/** What may be saved of a text that was read; the server asks the same. */
export function schemaOf(read: ReviewWords, t: TFunction) {
  const words = (name: Limited) =>
    z.string().refine((text) => lengthOf(text) <= MAX_LENGTH[name], t("work.form.tooLong", { count: MAX_LENGTH[name] }));
  return z
    .object({
      title: words("title"),
      text: words("text"),
      constructive: words("constructive"),
      author_name: words("author_name"),
      business_name: words("business_name"),
      job_title: words("job_title"),
      anonymous: z.boolean(),
      reason: words("reason"),
    })
    .superRefine((typed: Typed, context) => {
      const refuse = (name: keyof Typed, message: string) => context.addIssue({ code: "custom", path: [name], message });
      if (!typed.text.trim() && !typed.constructive.trim()) refuse("text", t("revise.wordless"));
      if (Object.keys(changesOf(read, typed)).length === 0) refuse("reason", t("revise.nothing"));
      else if (!typed.reason.trim()) refuse("reason", t("revise.needsReason"));
    });
}
