import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { Person, TaskDetail } from "@/api/types";
import { AssignDialog } from "@/components/desk/assign-dialog";
import type { Lock } from "@/features/lock/lock-state";
import { useMe } from "@/features/session/use-me";
import { colleaguesOf } from "@/features/tasks/colleagues";
import type { Moves } from "@/features/tasks/moves";
import { draftKey } from "@/lib/drafts";
import { useCan } from "@/lib/permissions";

import { useAssign } from "./use-assign";

interface Props {
  task: TaskDetail;
  lock: Lock;
  moves: Moves;
  onClose: () => void;
}

/** To whom this item goes. Free work goes to oneself alone, unless a head moderator gives it. */
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
      choice={{ people, me: me.id }}
      draftKey={draftKey(me.id, `assign.${task.task_id}`)}
      reasonWanted={(to) => (to === null ? task.assigned_to?.id !== me.id : !isFree && !(isMine && to === me.id))}
      mayTakeOver={isHead && lock.kind === "held"}
      onAssign={assign}
      onGiveBack={task.assigned_to && (isHead || task.assigned_to.id === me.id) ? giveBack : undefined}
      onClose={onClose}
    />
  );
}

/** The assignee and the holder of the item. */
function peopleOf(task: TaskDetail, lock: Lock, me: Person): Set<number> {
  const holder = lock.kind === "mine" ? me.id : lock.kind === "held" ? lock.by.id : null;
  return new Set([holder, task.assigned_to?.id ?? null].filter((id) => id !== null));
}
