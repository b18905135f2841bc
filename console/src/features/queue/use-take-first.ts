import { useState } from "react";

import type { TaskRow } from "@/api/types";
import type { NextItem } from "@/features/claim/use-take-next";
import { useLatest } from "@/lib/use-latest";

/** In My work, the next item is the first of the list that the person does not hold. */
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

/** Lists of others' items and of items put off have no next item. */
export const NO_NEXT: NextItem = { offered: false, take: () => undefined, busy: false, problem: null, dismiss: () => undefined };
