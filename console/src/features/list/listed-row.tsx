import type { TaskRow } from "@/api/types";
import { useLockState } from "@/features/lock/lock-cache";
import { answeredBy } from "@/features/lock/lock-state";

import { QueueRow, type RowProps } from "./queue-row";

interface Props extends Omit<RowProps, "row" | "holder"> {
  task: TaskRow;
}

/** A row with its holder from the newest answer about its lock, which may be newer than the list. */
export function ListedRow({ task, ...rest }: Props) {
  const { holder } = useLockState(task.task_id) ?? answeredBy(task);
  return <QueueRow row={task} holder={holder} {...rest} />;
}
