import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import { titleOf } from "@/api/subjects";
import type { TaskRow } from "@/api/types";
import { AssignDialog } from "@/components/desk/assign-dialog";
import { type MovedRow, useMoveItems } from "@/components/desk/use-move-items";
import { useMe } from "@/features/session/use-me";
import { colleaguesOf } from "@/features/tasks/colleagues";
import { useUndoAssigned } from "@/features/undo/use-say-aside";
import { draftKey, SEVERAL } from "@/lib/drafts";
import { useCan } from "@/lib/permissions";

const AT_ONCE = 200; // the server's limit

/** An item of a list, where it stands, and who has it. */
export type SelectedRow = MovedRow & Pick<TaskRow, "queue" | "locked" | "locked_id">;

interface Props {
  selected: readonly SelectedRow[];
  /** Called with the items that were assigned; the others stay selected. */
  onDone: (taskIds: number[]) => void;
  onClose: () => void;
}

/**
 * Assigns the selected items. Items that were refused, or whose step this person may not work on, stay selected and are
 * listed with the reason.
 */
export function AssignMany({ selected, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const isHead = useCan()("head_moderator");
  const inOrder = selected.slice(0, AT_ONCE);
  const steps = new Map(inOrder.map((row) => [row.queue, row.task_id]));
  const found = useQueries({ queries: [...steps.values()].map(colleaguesOf) });
  const closed = new Set([...steps.keys()].filter((_, index) => isForbidden(found[index]?.error)));
  const rows = inOrder.filter(({ queue }) => !closed.has(queue));
  const others = inOrder.filter(({ queue }) => closed.has(queue)).map(({ summary }) => titleOf(summary) ?? t("work.item.untitled"));
  const people = rows.length > 0 ? found.find(({ data }) => data)?.data : [];

  const undoAssigned = useUndoAssigned();
  const move = useMoveItems(me.id, onDone, (moved, sentence) =>
    undoAssigned(moved.map(({ task_id, assigned_to: before }) => ({ task_id, before: before?.id ?? null })), sentence),
  );

  return (
    <AssignDialog
      title={t("people.assign.titleMany", { count: rows.length })}
      choice={{ people, me: me.id, about: others.length > 0 ? t("people.assign.notMine", { titles: others.join(", ") }) : undefined }}
      draftKey={draftKey(me.id, SEVERAL)}
      reasonWanted={(to) => rows.some((row) => wantsReason(row, me.id, to))}
      mayTakeOver={isHead && rows.some(({ locked, locked_id: holder }) => locked && holder !== me.id)}
      onAssign={(to, note, takeOver) => move(rows, to, note, takeOver)}
      onGiveBack={rows.some(({ assigned_to: to }) => to !== null) ? (note) => move(rows, null, note, false) : undefined}
      onClose={onClose}
    />
  );
}

const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403;

function wantsReason(row: SelectedRow, me: number, to: number | null): boolean {
  const having = [row.assigned_to?.id, row.locked ? row.locked_id : undefined].filter((id) => id !== undefined);
  if (to === null) return row.assigned_to !== null && row.assigned_to.id !== me;
  return having.length > 0 && !(to === me && having.every((id) => id === me));
}
