import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import type { BannedWordFields } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { notify, notifyFailure } from "@/lib/notifications";

import { LIST, VERSION } from "./use-words-list";

const REFRESHED = [LIST, VERSION] as const;
const UNDO_MS = 30_000; // as long as for assigned items; afterwards it is retired in its editor

/** Adds an entry, which its notification can undo; with an `id`, changes that entry. */
export function useSaveWord(id: number | null) {
  const { t } = useTranslation();
  const { run: retire } = useRetireWord((error) => notifyFailure(sayWordRefusal(error, t) ?? t("bannedWords.editor.failed")));
  return useCommand({
    name: `banned word ${id ?? "new"}`,
    send: ({ fields, changed }: { fields: BannedWordFields; changed: Partial<BannedWordFields> }, key) =>
      id === null
        ? answer(api.POST(LIST, { body: fields, headers: { "Idempotency-Key": key } }))
        : answer(api.PATCH("/api/banned-words/{word_id}", { params: { path: { word_id: id } }, body: changed })),
    refreshes: REFRESHED,
    done: ({ id: added }) => {
      if (id === null) notify(t("bannedWords.editor.added"), { label: t("undo.label"), run: () => void retire(added), forMs: UNDO_MS });
      else notify(t("bannedWords.editor.saved"));
    },
  });
}

/** Retires the entry with the given number. */
export function useRetireWord(refused?: (error: unknown) => void) {
  const { t } = useTranslation();
  return useCommand({
    name: "retire banned word",
    send: async (id: number) => {
      await answer(api.DELETE("/api/banned-words/{word_id}", { params: { path: { word_id: id } } }));
    },
    refreshes: REFRESHED,
    says: () => t("bannedWords.editor.retired"),
    ...(refused && { refused }),
  });
}

/** Why an entry was not saved; null if the fields already say it. */
export function sayWordRefusal(error: unknown, t: TFunction): string | null {
  if (!(error instanceof ApiError)) return t("bannedWords.editor.failed");
  if (error.code === "word_exists") return t("bannedWords.editor.exists");
  if (error.code === "list_full") return t("bannedWords.editor.full");
  if (error.code === "not_found") return t("bannedWords.editor.gone");
  return Object.keys(error.fields).length > 0 ? null : t("bannedWords.editor.failed");
}
