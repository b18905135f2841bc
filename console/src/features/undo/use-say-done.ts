import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import type { DecisionRow } from "@/api/types";
import { useDone } from "@/features/tasks/outcome-words";
import { clock } from "@/lib/clock";
import { notify } from "@/lib/notifications";

import { timeLeft } from "./time-left";
import { useUndo } from "./use-undo";

/** Shows what was done, with an Undo button for as long as it can be undone. */
export function useSayDone(): (row: DecisionRow) => void {
  const { t } = useTranslation();
  const done = useDone();
  const undo = useUndo();
  return useCallback(
    (row: DecisionRow) => {
      const sentence = done(row.outcome, row.label, row.addressed, row.undo_until !== null);
      const forMs = timeLeft(row, clock.now());
      notify(sentence, forMs > 0 ? { label: t("undo.label"), run: () => void undo(row), forMs } : undefined, row.title || row.company || t("work.item.untitled"));
    },
    [t, done, undo],
  );
}
