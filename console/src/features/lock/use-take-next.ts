import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import { announce } from "@/components/desk/announcer";
import { keyOf, settle, withTries } from "@/features/command/intents";
import { isPassing } from "@/features/command/refusals";
import { takeNext } from "@/features/tasks/calls";
import { keepTask } from "@/features/tasks/use-task";

import { noteOurs } from "./lock-notes";

export type NextProblem = "none" | "too_many_held" | "failed";

export interface NextItem {
  /** Whether anything comes next here. */
  offered: boolean;
  take: () => void;
  busy: boolean;
  /** Why there is no next item; null when nothing was asked for or it came. */
  problem: NextProblem | null;
  dismiss: () => void;
}

/** Takes the next free item of a queue and shows it. */
export function useTakeNext(queue: string, show: (taskId: number) => void): NextItem {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<NextProblem | null>(null);
  const running = useRef(false);

  const take = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    const intent = `next ${queue}`;
    let trouble: NextProblem | null = null;
    try {
      const task = await withTries(() => takeNext(queue, keyOf(intent)), isPassing);
      settle(intent);
      if (task) {
        keepTask(client, task);
        noteOurs(client, task, performance.now());
        show(task.task_id);
        announce(t("work.lock.said.mine"));
      } else trouble = "none";
    } catch (error) {
      if (!isPassing(error)) settle(intent);
      trouble = error instanceof ApiError && error.code === "too_many_held" ? "too_many_held" : "failed";
    }
    if (trouble) announce(t(`work.next.${trouble}.title`), "assertive");
    setProblem(trouble);
    setBusy(false);
    running.current = false;
  }, [client, queue, show, t]);

  return { offered: true, take: () => void take(), busy, problem, dismiss: () => setProblem(null) };
}
