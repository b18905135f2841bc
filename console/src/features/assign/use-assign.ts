import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { Sent } from "@/api/command";
import type { Colleague, TaskDetail } from "@/api/types";
import type { NotDone } from "@/components/desk/assign-dialog";
import { sayRefusal } from "@/components/desk/say-refusal";
import { useTaskCommand } from "@/features/claim/use-task-command";
import { storeRelease } from "@/features/lock/lock-cache";
import type { Lock } from "@/features/lock/lock-state";
import { useMe } from "@/features/session/use-me";
import { deleteAssignee, putAssignee } from "@/features/tasks/calls";
import type { Moves } from "@/features/tasks/moves";
import { taskReads } from "@/features/tasks/task-reads";
import { useSayAside } from "@/features/undo/use-say-aside";

interface Assigning {
  to: Colleague;
  note: string;
  takeOver: boolean;
}

/** Assigns or unassigns one item; returns a refusal as a sentence. */
export function useAssign(task: TaskDetail, lock: Lock, { onward }: Moves) {
  const taskId = task.task_id;
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  const say = useSayAside(task);
  const refreshes = [...taskReads(taskId), "/api/team"] as const;

  const assign = useTaskCommand(taskId, null, {
    name: "assign",
    send: ({ to, note, takeOver }: Assigning) => putAssignee(taskId, to.id, note, takeOver),
    refreshes,
    done: (_, { to }) => {
      say("assign", to.id === me.id ? t("people.assign.doneSelf") : t("people.assign.done", { name: to.name }));
      if (to.id === me.id) return;
      if (lock.kind === "mine") storeRelease(client, taskId);
      // an item that was assigned to a colleague is not in the person's own list any more
      if (lock.kind === "mine" || lock.kind === "free" || lock.kind === "ended") onward(taskId);
    },
  });
  const giveBack = useTaskCommand(taskId, null, {
    name: "give back",
    send: (note: string) => deleteAssignee(taskId, note),
    refreshes,
    says: () => t("people.assign.doneBack"),
  });
  const notDone = (sent: Sent<void>): NotDone | null =>
    sent.state === "refused" ? { sentence: sayRefusal(sent.error, t) } : null;

  return {
    assign: async (to: Colleague, note: string, takeOver: boolean) => notDone(await assign.run({ to, note, takeOver })),
    giveBack: async (note: string) => notDone(await giveBack.run(note)),
  };
}
