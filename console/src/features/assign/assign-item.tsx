import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { Sent } from "@/api/command";
import type { Colleague, Person, TaskDetail } from "@/api/types";
import { AssignDialog, type NotDone } from "@/components/desk/assign-dialog";
import { sayRefusal } from "@/components/desk/say-refusal";
import { useTaskCommand } from "@/features/claim/use-task-command";
import { storeRelease } from "@/features/lock/lock-cache";
import type { Lock } from "@/features/lock/lock-state";
import { useMe } from "@/features/session/use-me";
import { deleteAssignee, putAssignee } from "@/features/tasks/calls";
import { colleaguesOf } from "@/features/tasks/colleagues";
import type { Moves } from "@/features/tasks/moves";
import { taskReads } from "@/features/tasks/task-reads";
import { useSayAside } from "@/features/undo/use-say-aside";
import { draftKey } from "@/lib/drafts";
import { useCan } from "@/lib/permissions";

interface Props {
  task: TaskDetail;
  lock: Lock;
  moves: Moves;
  onClose: () => void;
}

/** Assigns this item. Only head moderators assign a free item to another person; others can take it themselves. */
export function AssignItem({ task, lock, moves, onClose }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const isHead = useCan()("head_moderator");
  const { assign, giveBack } = useAssign(task, lock, moves);
  const colleagues = useQuery(colleaguesOf(task.task_id)).data;

  const having = peopleOf(task, lock, me);
  const isFree = having.size === 0;
  const people = isFree && !isHead ? colleagues?.filter(({ id }) => id === me.id) : colleagues;
  const isMine = having.size === 1 && having.has(me.id);

  return (
    <AssignDialog
      title={t("people.assign.title")}
      choice={{ people, me: me.id, about: isFree && !isHead ? t("people.assign.freeHint") : undefined }}
      draftKey={draftKey(me.id, `assign.${task.task_id}`)}
      reasonWanted={(to) => (to === null ? task.assigned_to?.id !== me.id : !isFree && !(isMine && to === me.id))}
      mayTakeOver={isHead && lock.kind === "held"}
      onAssign={assign}
      onGiveBack={task.assigned_to && (isHead || task.assigned_to.id === me.id) ? giveBack : undefined}
      onClose={onClose}
    />
  );
}

/** The ids of the item's assignee and holder. */
function peopleOf(task: TaskDetail, lock: Lock, me: Person): Set<number> {
  const holder = lock.kind === "mine" ? me.id : lock.kind === "held" ? lock.by.id : null;
  return new Set([holder, task.assigned_to?.id ?? null].filter((id) => id !== null));
}

interface Assigning {
  to: Colleague;
  note: string;
  takeOver: boolean;
}

/** Assigns or unassigns one item; returns a refusal as a sentence. */
function useAssign(task: TaskDetail, lock: Lock, { onward }: Moves) {
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
      // the person's own list no longer contains an item that was assigned to a colleague
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
