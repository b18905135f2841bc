import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

import type { TaskRow } from "@/api/types";

const USUAL_HEIGHT = 77; // three lines of 20 px, the padding, the hairline; measured as soon as there is a row
const BEYOND = 6;
const AROUND = 220; // of the window's height: top bar, tools, the foot of the list
const LOAD_AHEAD = 10; // rows before the end at which the next page is asked for

/** Draws the rows in sight alone, and keeps them where they are when others come and go above them. */
export function useRows(scroller: RefObject<HTMLElement | null>, tasks: readonly TaskRow[], onEnd?: () => void) {
  const [height, setHeight] = useState(USUAL_HEIGHT);
  const virtual = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    initialRect: { width: 0, height: window.innerHeight - AROUND }, // so that rows are in the first drawing already
    overscan: BEYOND,
    getItemKey: (index) => tasks[index]?.task_id ?? index,
  });
  const rows = virtual.getVirtualItems();

  useEffect(() => {
    virtual.measure();
  }, [virtual, height]);
  useLayoutEffect(() => {
    const row = scroller.current?.querySelector("[data-task]")?.getBoundingClientRect().height;
    if (row && Math.abs(row - height) > 0.01) setHeight(row);
  }, [scroller, height, rows.length]);

  const last = rows.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= tasks.length - LOAD_AHEAD && tasks.length > 0) onEnd?.();
  }, [last, tasks.length, onEnd]);

  useAnchor(scroller, tasks, height);
  return { virtual, rows };
}

/** The first row in sight stays where it is; at the very top, new rows show immediately. */
function useAnchor(scroller: RefObject<HTMLElement | null>, tasks: readonly TaskRow[], height: number) {
  const before = useRef(tasks);
  useLayoutEffect(() => {
    const element = scroller.current;
    const was = before.current;
    before.current = tasks;
    if (!element || was === tasks || element.scrollTop < height) return;
    const first = was[Math.floor(element.scrollTop / height)]?.task_id;
    const from = was.findIndex((row) => row.task_id === first);
    const to = tasks.findIndex((row) => row.task_id === first);
    if (from !== -1 && to !== -1 && from !== to) element.scrollTo({ top: element.scrollTop + (to - from) * height });
  }, [scroller, tasks, height]);
}
