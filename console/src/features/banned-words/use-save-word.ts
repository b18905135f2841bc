import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import type { BannedWordFields } from "@/api/types";
import { useCommand } from "@/api/use-command";

import { LIST, VERSION } from "./use-words-list";

const REFRESHED = [LIST, VERSION] as const;

/** Adds an entry, or changes the one with this number. */
export function useSaveWord(id: number | null) {
  const { t } = useTranslation();
  return useCommand({
    name: `banned word ${id ?? "new"}`,
    send: async ({ fields, changed }: { fields: BannedWordFields; changed: Partial<BannedWordFields> }, key) => {
      if (id === null) await answer(api.POST(LIST, { body: fields, headers: { "Idempotency-Key": key } }));
      else await answer(api.PATCH("/api/banned-words/{word_id}", { params: { path: { word_id: id } }, body: changed }));
    },
    refreshes: REFRESHED,
    says: () => t(id === null ? "bannedWords.editor.added" : "bannedWords.editor.saved"),
  });
}

/** Takes an entry out of the list. */
export function useRetireWord(id: number) {
  const { t } = useTranslation();
  return useCommand({
    name: `retire banned word ${id}`,
    send: async () => {
      await answer(api.DELETE("/api/banned-words/{word_id}", { params: { path: { word_id: id } } }));
    },
    refreshes: REFRESHED,
    says: () => t("bannedWords.editor.retired"),
  });
}

/** Why an entry was not saved, where no field says it. */
export function sayWordRefusal(error: unknown, t: TFunction): string | null {
  if (!(error instanceof ApiError)) return t("bannedWords.editor.failed");
  if (error.code === "word_exists") return t("bannedWords.editor.exists");
  if (error.code === "list_full") return t("bannedWords.editor.full");
  if (error.code === "not_found") return t("bannedWords.editor.gone");
  return Object.keys(error.fields).length > 0 ? null : t("bannedWords.editor.failed");
}
