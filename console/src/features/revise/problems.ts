import type { TFunction } from "i18next";

import { lengthOf } from "@/lib/length";

import { MAX_LENGTH, type ReviewWords, type WordsField } from "./fields";

export type Problems = Partial<Record<WordsField | "reason", string | undefined>>;

/** What stands against saving an edit, by field; the server asks the same. */
export function problemsOf(words: ReviewWords, changes: Partial<ReviewWords>, reason: string, t: TFunction): Problems {
  const problems: Problems = {};
  const limits = Object.entries(MAX_LENGTH) as [keyof typeof MAX_LENGTH, number][];
  for (const [name, limit] of limits)
    if (lengthOf(name === "reason" ? reason : words[name]) > limit) problems[name] = t("work.form.tooLong", { count: limit });
  if (!words.text.trim() && !words.constructive.trim()) problems.text = t("revise.wordless");
  if (Object.keys(changes).length === 0) problems.reason = t("revise.nothing");
  else if (!reason.trim()) problems.reason = t("revise.needsReason");
  return problems;
}
