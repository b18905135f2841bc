import { useState } from "react";

import type { TaskRow } from "@/api/types";
import type { NextItem } from "@/features/claim/use-take-next";
import { useLatest } from "@/lib/use-latest";

/** In the view of one's own work, the next item is the first of the list that one does not hold yet. */
export function useTakeFirst(tasks: readonly TaskRow[], me: number, enter: (taskId: number) => void): NextItem {
  const latest = useLatest(tasks);
  const [problem, setProblem] = useState<NextItem["problem"]>(null);
  const take = () => {
    const first = latest().find((row) => row.assigned_to?.id === me && !row.locked);
    setProblem(first ? null : "none");
    if (first) enter(first.task_id);
  };
  return { offered: true, take, busy: false, problem, dismiss: () => setProblem(null) };
}

/** Where what is listed is others' work or put off, nothing comes next. */
export const NO_NEXT: NextItem = { offered: false, take: () => undefined, busy: false, problem: null, dismiss: () => undefined };
