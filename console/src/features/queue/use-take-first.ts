import { useState } from "react";

import type { NextItem } from "@/features/lock/use-take-next";
import type { ListedTask } from "@/features/tasks/merge-pages";
import { useLatest } from "@/lib/use-latest";

/** In the view of one's own work, the next item is the first of the list that one does not hold yet. */
export function useTakeFirst(tasks: readonly ListedTask[], me: number, enter: (taskId: number) => void): NextItem {
  const latest = useLatest(tasks);
  const [problem, setProblem] = useState<NextItem["problem"]>(null);
  const take = () => {
    const first = latest().find(({ row }) => row.assigned_to?.id === me && !row.locked);
    setProblem(first ? null : "none");
    if (first) enter(first.row.task_id);
  };
  return { offered: true, take, busy: false, problem, dismiss: () => setProblem(null) };
}

/** Where what is listed is others' work or put off, nothing comes next. */
export const NO_NEXT: NextItem = { offered: false, take: () => undefined, busy: false, problem: null, dismiss: () => undefined };
