import type { TFunction } from "i18next";
import { z } from "zod";

import type { BannedWord, BannedWordFields } from "@/api/types";

import { ACTIONS, MODES, SEVERITIES } from "./choices";

const LONGEST_TERM = 200;
const MOST_EXCEPTIONS = 50;

/** The values of an entry's form: texts and checkboxes. */
export type EntryValues = Record<"term" | "mode" | "action" | "severity" | "language" | "exceptions" | "notes", string> & { endings: boolean; shadow: boolean };

export function valuesOf(word: BannedWord | null): EntryValues {
  if (!word) return { term: "", mode: "word", action: "flag", severity: "1", language: "en", exceptions: "", notes: "", endings: true, shadow: false };
  const { term, mode, action, severity, language, exceptions, notes, endings, shadow } = word;
  return { term, mode, action, severity: String(severity), language, exceptions: exceptions.join("; "), notes, endings, shadow };
}

/**
 * Validates what the browser can; the server's errors are shown at the fields. For a new entry `endings` is sent only
 * if unticked, because the server knows which terms take none.
 */
export function entrySchema(t: TFunction, isNew: boolean) {
  return z
    .object({
      term: z.string().trim().min(1, t("bannedWords.editor.blank")).max(LONGEST_TERM),
      mode: z.enum(MODES),
      action: z.enum(ACTIONS),
      severity: z.enum(SEVERITIES),
      language: z.string(),
      exceptions: z.string().refine((text) => exceptionsOf(text).length <= MOST_EXCEPTIONS, t("bannedWords.editor.tooMany")),
      notes: z.string().trim(),
      endings: z.boolean(),
      shadow: z.boolean(),
    })
    .transform(({ endings, ...rest }) => ({ ...fieldsOf(rest), ...(!(isNew && endings) && { endings }) }));
}

type Parsed = Omit<BannedWordFields, "endings" | "exceptions" | "severity"> & { exceptions: string; severity: (typeof SEVERITIES)[number] };

function fieldsOf({ exceptions, severity, ...rest }: Parsed): BannedWordFields {
  const level = severity === "1" ? 1 : severity === "2" ? 2 : 3;
  return { ...rest, severity: level, exceptions: exceptionsOf(exceptions) };
}

const exceptionsOf = (text: string): string[] =>
  text
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);
