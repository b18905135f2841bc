import { useMemo, useState } from "react";

import { titleOf } from "@/api/subjects";
import type { BulkPreview, BulkRequest, TaskRow } from "@/api/types";
import type { Selection } from "@/components/table/selection";

const FEW = 6; // so that the list of batches below stays visible
const FIRST = { whole: false, everything: false, ids: null };
const NO_ROWS: readonly TaskRow[] = [];

interface State {
  /** The preview that the selection belongs to. */
  of: string;
  /** The whole sample is shown. */
  whole: boolean;
  /**
   * True: everything that matches is selected, except `ids`. False: only `ids` is selected, at first the shown items.
   */
  everything: boolean;
  ids: readonly number[] | null;
}

export interface Selected extends Selection<TaskRow> {
  shown: readonly TaskRow[];
  showMore: () => void;
  /** How many items are selected, and how many of these are not shown. */
  count: number;
  unseen: number;
  /** The selected items of the sample. */
  rows: readonly TaskRow[];
  /** The parameters that restrict the filter to the selection. */
  asked: Pick<BulkRequest, "task_ids" | "without">;
  /** Selects all matching items, including those that are not shown. */
  selectEverything: () => void;
  clear: () => void;
  /** Restores the initial selection. */
  reset: () => void;
}

/** The selected items of a preview. `of` identifies the preview; a change of it resets the selection. */
export function useSelected(of: string, preview: BulkPreview | undefined): Selected {
  const [stored, setStored] = useState<State>({ of, ...FIRST });
  return useMemo(() => {
    const state = stored.of === of ? stored : { of, ...FIRST };
    const { sample, count: fitting } = preview ?? { sample: NO_ROWS, count: 0 };
    const { everything } = state;
    const ids = state.ids ?? sample.slice(0, FEW).map(idOf);
    const shown = state.whole ? sample : sample.slice(0, FEW);
    const has = (row: TaskRow) => ids.includes(idOf(row)) !== everything;
    const rows = sample.filter(has);
    const count = everything ? fitting - ids.length : rows.length;
    const clear = () => setStored({ ...state, everything: false, ids: [] });
    return {
      shown,
      rows,
      count,
      unseen: count - shown.filter(has).length,
      asked: everything ? { without: [...ids] } : count === fitting ? {} : { task_ids: rows.map(idOf) },
      has,
      set: (given, on) => {
        // unticking all shown items clears everything: no invisible items stay selected
        if (everything && !on && given.length === shown.length) clear();
        else {
          const rest = ids.filter((id) => !given.some((row) => idOf(row) === id));
          setStored({ ...state, ids: on === everything ? rest : [...rest, ...given.map(idOf)] });
        }
      },
      nameOf: (row) => titleOf(row.summary) ?? `#${row.task_id}`,
      showMore: () => setStored({ ...state, ids, whole: true }),
      selectEverything: () => setStored({ ...state, everything: true, ids: [] }),
      clear,
      reset: () => setStored({ of, ...FIRST }),
    };
  }, [stored, of, preview]);
}

const idOf = (row: TaskRow): number => row.task_id;
