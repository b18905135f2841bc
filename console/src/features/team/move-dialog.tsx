import { useTranslation } from "react-i18next";

import type { Member, Person, TaskRow } from "@/api/types";
import { AssignDialog } from "@/components/desk/assign-dialog";
import { useMoveItems } from "@/components/desk/use-move-items";
import { draftKey, SEVERAL } from "@/lib/drafts";

interface Props {
  rows: readonly TaskRow[];
  team: readonly Member[];
  me: number;
  /** Whom it was dragged to; null when that is still to be chosen. */
  to: Person | null;
  onDone: (taskIds: number[]) => void;
  onClose: () => void;
}

/** To whom the selected work goes, and why. */
export function MoveDialog({ rows, team, me, to, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const move = useMoveItems(me, onDone);
  const people = team.map(({ person, on_duty, held, assigned, overdue }) => ({ ...person, on_duty, load: { held, assigned, overdue } }));
  return (
    <AssignDialog
      title={t("people.assign.titleMany", { count: rows.length })}
      choice={{ people, me, initial: to?.id ?? null }}
      draftKey={draftKey(me, SEVERAL)}
      reasonWanted={() => true}
      mayTakeOver={rows.some(({ locked, locked_id: holder }) => locked && holder !== me)}
      onAssign={(colleague, note, takeOver) => move(rows, colleague, note, takeOver)}
      onGiveBack={rows.some(({ assigned_to: assignee }) => assignee !== null) ? (note) => move(rows, null, note, false) : undefined}
      onClose={onClose}
    />
  );
}
