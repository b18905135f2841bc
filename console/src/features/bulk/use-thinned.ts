import { useMemo, useState } from "react";

import { titleOf } from "@/api/subjects";
import type { TaskRow } from "@/api/types";
import type { Selection } from "@/components/table/selection";

export interface Thinned extends Selection<TaskRow> {
  /** The tasks that were taken out. */
  without: readonly number[];
}

/** All items of a preview are selected, until the person takes some out. `of`: the preview, whose change starts anew. */
export function useThinned(of: string): Thinned {
  const [taken, setTaken] = useState<{ of: string; ids: readonly number[] }>({ of, ids: [] });
  return useMemo(() => {
    const without = taken.of === of ? taken.ids : [];
    return {
      without,
      has: ({ task_id: id }) => !without.includes(id),
      set: (rows, on) => {
        const ids = rows.map(({ task_id: id }) => id);
        const rest = without.filter((id) => !ids.includes(id));
        setTaken({ of, ids: on ? rest : [...rest, ...ids] });
      },
      nameOf: (row) => titleOf(row.summary) ?? `#${row.task_id}`,
    };
  }, [taken, of]);
}
