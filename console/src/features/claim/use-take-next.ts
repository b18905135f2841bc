import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import { useCommand } from "@/api/use-command";
import { announce } from "@/components/desk/announcer";
import { takeNext } from "@/features/tasks/calls";
import { OWN } from "@/features/tasks/task-reads";
import { keepTask } from "@/features/tasks/use-task";
import { connection, isAway, useConnection } from "@/lib/connection";

export type NextProblem = "none" | "noneListed" | "too_many_held" | "failed" | "offline";

export interface NextItem {
  /** Whether this list has a next item. */
  offered: boolean;
  take: () => void;
  busy: boolean;
  /** Why there is no next item; null when nothing was asked for or it came. */
  problem: NextProblem | null;
  dismiss: () => void;
}

/**
 * Takes the next free item of a queue and shows it. Without connection it is refused at once: taken when the connection
 * is back, minutes later, it would replace what is on screen then.
 */
export function useTakeNext(queue: string, show: (taskId: number) => void): NextItem {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [problem, setProblem] = useState<NextProblem | null>(null);
  const away = isAway(useConnection());
  const fail = (why: NextProblem) => {
    setProblem(why);
    announce(t(`work.next.${why}.title`), "assertive");
  };

  const { run, busy } = useCommand({
    name: `next ${queue}`,
    send: (place: string, key) => takeNext(place, key),
    refreshes: OWN,
    begun: () => setProblem(null),
    done: (task) => {
      if (!task) {
        fail("none");
        return;
      }
      keepTask(client, task);
      show(task.task_id);
      announce(t("work.lock.said.mine"));
    },
    refused: (error) => fail(error instanceof ApiError && error.code === "too_many_held" ? "too_many_held" : "failed"),
  });
  return {
    offered: true,
    take: () => (connection.isAway() ? fail("offline") : void run(queue)),
    busy,
    problem: problem === "offline" && !away ? null : problem,
    dismiss: () => setProblem(null),
  };
}
