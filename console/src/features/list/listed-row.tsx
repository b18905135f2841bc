import { useLockNote } from "@/features/lock/lock-notes";
import { latest, sightingOf } from "@/features/lock/lock-state";
import { useMe } from "@/features/lock/use-lock";
import type { ListedTask } from "@/features/tasks/merge-pages";

import { QueueRow } from "./queue-row";

interface Props {
  task: ListedTask;
  href: string;
  replace: boolean;
  selected: boolean;
  seen: boolean;
  place: boolean;
  onEnter: (taskId: number) => void;
}

/** A row with who has it: what this desk did since the list was asked for counts before what the list says. */
export function ListedRow({ task: { row, askedAt }, ...rest }: Props) {
  const me = useMe();
  const note = useLockNote(row.task_id);
  const seen = sightingOf(row, askedAt);
  const holder = latest(note?.sighting ? [seen, note.sighting] : [seen])?.holder ?? row.assigned_to;
  return <QueueRow row={row} holder={holder?.name ?? null} mine={holder?.id === me.id} {...rest} />;
}
