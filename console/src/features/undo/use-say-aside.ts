import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";

import type { TaskDetail } from "@/api/types";
import { clock } from "@/lib/clock";
import { type NotificationAction, notify } from "@/lib/notifications";
import { useLatest } from "@/lib/use-latest";

import { type Aside, asideLeft, type Before, rememberAside, rememberAssigned } from "./asides";
import { useUndoAside } from "./use-undo";

/** The button that takes back the assignment of several items, for as long as that is possible: each to whose it was. */
export function useUndoAssigned(): (several: readonly Before[], sentence: string) => NotificationAction | undefined {
  const { t } = useTranslation();
  const client = useQueryClient();
  const undo = useUndoAside();
  return useCallback(
    ([first, ...others], sentence) => {
      if (!first) return undefined;
      const act = rememberAssigned(client, [first, ...others], sentence, t("undo.several", { count: others.length + 1 }));
      return { label: t("undo.label"), run: () => void undo(act), forMs: asideLeft(act, clock.now()) };
    },
    [client, t, undo],
  );
}

/** Says what an item was moved aside by, by its name, with an Undo button for as long as it can be undone. */
export function useSayAside(task: TaskDetail): (how: Aside["how"], sentence: string) => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const undo = useUndoAside();
  const here = useLatest(useLocation());
  return useCallback(
    (how, sentence) => {
      const { pathname, search } = here();
      const act = rememberAside(client, task, how, sentence, { pathname, search });
      notify(sentence, { label: t("undo.label"), run: () => void undo(act), forMs: asideLeft(act, clock.now()) }, act.title);
    },
    [client, here, t, task, undo],
  );
}
