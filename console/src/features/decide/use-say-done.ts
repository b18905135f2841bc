import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import type { Decision } from "@/api/types";
import { sayingOf } from "@/features/tasks/outcome-words";
import { notify } from "@/lib/notifications";

import { waitingPlace } from "./last-decision";
import type { Choice } from "./use-decide";
import { useUndo } from "./use-undo";

/** Shows what was done, with an Undo button if possible. */
export function useSayDone() {
  const { t } = useTranslation();
  const undo = useUndo();
  return useCallback(
    ({ outcome }: Choice, decision: Decision) => {
      const sentence = t(`work.done.${sayingOf(outcome.name)}`, { label: outcome.label });
      notify(sentence, waitingPlace(decision) ? { label: t("work.undo.label"), run: () => void undo() } : undefined);
    },
    [t, undo],
  );
}
