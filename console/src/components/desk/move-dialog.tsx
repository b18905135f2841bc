import { useTranslation } from "react-i18next";

import type { Member, Person, TaskRow } from "@/api/types";
import { draftKey, SEVERAL } from "@/lib/drafts";

import { AssignDialog } from "./assign-dialog";
import { useMoveItems } from "./use-move-items";

interface Props {
  rows: readonly TaskRow[];
  team: readonly Member[];
  me: number;
  /** The person to whom it was dragged; null if still to be chosen. */
  to: Person | null;
  onDone?: (taskIds: number[]) => void;
  onClose: () => void;
}

const nothing = () => undefined;

/** Chooses the person who gets the selected work, and asks for a reason if somebody has it. */
export function MoveDialog({ rows, team, me, to, onDone = nothing, onClose }: Props) {
  const { t } = useTranslation();
  const move = useMoveItems(me, onDone);
  const people = team.map(({ person, on_duty, held, assigned, overdue }) => ({ ...person, on_duty, load: { held, assigned, overdue } }));
  return (
    <AssignDialog
      title={t("people.assign.titleMany", { count: rows.length })}
      choice={{ people, me, initial: to?.id ?? null }}
      draftKey={draftKey(me, SEVERAL)}
      reasonWanted={() => rows.some(({ locked, assigned_to: assignee }) => locked || assignee !== null)}
      mayTakeOver={rows.some(({ locked, locked_id: holder }) => locked && holder !== me)}
      onAssign={(colleague, note, takeOver) => move(rows, colleague, note, takeOver)}
      onGiveBack={rows.some(({ assigned_to: assignee }) => assignee !== null) ? (note) => move(rows, null, note, false) : undefined}
      onClose={onClose}
    />
  );
}
