import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { TaskRow } from "@/api/types";
import { AssignDialog } from "@/components/desk/assign-dialog";
import { type MovedRow, useMoveItems } from "@/components/desk/use-move-items";
import { useMe } from "@/features/session/use-me";
import { colleaguesOf } from "@/features/tasks/colleagues";
import { draftKey, SEVERAL } from "@/lib/drafts";
import { useCan } from "@/lib/permissions";

const AT_ONCE = 200; // the server's

/** An item of a list, and who has it. */
export type SelectedRow = MovedRow & Pick<TaskRow, "assigned_to" | "locked" | "locked_id">;

interface Props {
  selected: readonly SelectedRow[];
  /** These were assigned; the others stay selected. */
  onDone: (taskIds: number[]) => void;
  onClose: () => void;
}

/** Assigns the selected items. Refused items stay selected and are listed with their reasons. */
export function AssignMany({ selected, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const isHead = useCan()("head_moderator");
  const rows = selected.slice(0, AT_ONCE);
  const first = rows[0]?.task_id;
  const colleagues = useQuery({ ...colleaguesOf(first ?? 0), enabled: first !== undefined }).data;

  const move = useMoveItems(me.id, onDone);

  return (
    <AssignDialog
      title={t("people.assign.titleMany", { count: rows.length })}
      choice={{ people: colleagues, me: me.id }}
      draftKey={draftKey(me.id, SEVERAL)}
      reasonWanted={(to) => rows.some((row) => wantsReason(row, me.id, to))}
      mayTakeOver={isHead && rows.some(({ locked, locked_id: holder }) => locked && holder !== me.id)}
      onAssign={(to, note, takeOver) => move(rows, to, note, takeOver)}
      onGiveBack={rows.some(({ assigned_to: to }) => to !== null) ? (note) => move(rows, null, note, false) : undefined}
      onClose={onClose}
    />
  );
}

function wantsReason(row: SelectedRow, me: number, to: number | null): boolean {
  const having = [row.assigned_to?.id, row.locked ? row.locked_id : undefined].filter((id) => id !== undefined);
  if (to === null) return row.assigned_to !== null && row.assigned_to.id !== me;
  return having.length > 0 && !(to === me && having.every((id) => id === me));
}
