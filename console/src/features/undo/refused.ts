import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import type { DecisionRow, Person } from "@/api/types";
import { sayUnknown } from "@/components/desk/say-unknown";
import { deskState } from "@/lib/desk-state";

interface Reason {
  /** The refusal's code. */
  code: string;
  /** Who has the item now. */
  holder: Person | null;
  /** What came in place of an answer that explains itself. */
  error?: unknown;
}

/** A decision that could not be undone, and why. */
export interface Refused extends Reason {
  row: DecisionRow;
}

/** The last undo that was refused, until it is closed or another decision is undone. */
export const refusedUndo = deskState<Refused>("undo refused");

export function refusedBy(error: unknown): Reason {
  return error instanceof ApiError ? { code: error.code, holder: error.holder ?? null, error } : { code: "unknown", holder: null, error };
}

const CODES = [
  "undo_over",
  "undo_ended",
  "undo_impossible",
  "moved_on",
  "already_undone",
  "not_your_decision",
  "forbidden",
  "not_found",
  "busy",
  "unreachable",
] as const;

/** Why a decision cannot be undone, as a sentence. */
export function useSayReason(): (reason: Reason) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ code, holder, error }: Reason) => {
      if (code === "task_taken") return holder ? t("undo.why.takenBy", { name: holder.name }) : t("undo.why.task_taken");
      const known = CODES.find((one) => one === code);
      return known ? t(`undo.why.${known}`) : sayUnknown(error, t);
    },
    [t],
  );
}

/** The same, with the outcome that stays. */
export function useSayRefused(): (refused: Refused) => string {
  const { t } = useTranslation();
  const say = useSayReason();
  return useCallback((refused: Refused) => `${t("undo.refused", { label: refused.row.label })} ${say(refused)}`, [say, t]);
}
