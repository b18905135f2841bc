import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TaskRow } from "@/api/types";
import { SelectRow } from "@/features/assign/select-row";
import type { Selection } from "@/features/assign/use-selection";
import { useSeen } from "@/features/tasks/seen";
import type { TaskList as List } from "@/features/tasks/use-task-list";
import type { ViewActions } from "@/features/tasks/use-view";
import { useLatest } from "@/lib/use-latest";

import { ListedRow } from "./listed-row";
import { RowSkeletons } from "./row-skeleton";

const USUAL_HEIGHT = 77; // px: three lines of 20, padding and border; measured once there is a row
const BEYOND = 6; // rows rendered beyond the visible ones
const AROUND = 220; // px of the window's height taken by the top bar, the tools and the list's foot
const LOAD_AHEAD = 10; // rows before the end at which the next page is loaded

const LOOKED_THROUGH = 500; // rows to search for the item of a link

interface Props {
  list: List;
  view: ViewActions;
  /** Rows show their queue, because the list has several. */
  places: boolean;
  selection: Selection | null;
  onEnter: (taskId: number) => void;
}

/** The rows of a queue: only visible rows are rendered, further pages are loaded on scrolling. */
export function TaskList({ list, view, places, selection, onEnter }: Props) {
  const { t } = useTranslation();
  const seen = useSeen();
  const scroller = useRef<HTMLDivElement>(null);
  const { tasks } = list;
  const { virtual, rows } = useRows(scroller, tasks, list.loadMore);
  const index = tasks.findIndex((row) => row.task_id === view.item);

  // scrolls to a new selection only, and moves the focus there if a row has it; polls never scroll
  const followed = useRef<number | null>(null);
  const follow = useEffectEvent(() => {
    if (index === -1 || followed.current === view.item) return;
    followed.current = view.item;
    virtual.scrollToIndex(index, { align: "auto" });
    if (!scroller.current?.contains(document.activeElement)) return;
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>("[aria-current]")?.focus());
  });
  const isListed = index !== -1;
  useLower(scroller, () => virtual.scrollToIndex(index, { align: "auto" }));
  useEffect(() => {
    follow();
  }, [view.item, isListed]);
  useLinkedRow(list, view.item, isListed);
  // if the selected row is not rendered, Tab focuses the first rendered one
  const stop = rows.some(({ index: at }) => at === index) ? index : (rows[0]?.index ?? 0);
  const latest = useLatest({ index, stop, tasks, view });
  const onStep = useCallback(
    (key: string) => {
      const { index, stop, tasks, view } = latest();
      const to = { ArrowDown: stop + (index === stop ? 1 : 0), ArrowUp: stop - 1, Home: 0, End: tasks.length - 1 }[key];
      const task = to === undefined ? undefined : tasks[to];
      if (task) view.show(task.task_id);
      return to !== undefined;
    },
    [latest],
  );
  const ofList = useMemo(() => ({ replace: !view.phone, place: places, onEnter, onStep }), [view.phone, places, onEnter, onStep]);

  return (
    <div className="rows" ref={scroller} aria-busy={list.changing}>
      <div role="list" aria-label={t("work.list.label")} className="rows-all" style={{ blockSize: virtual.getTotalSize() }}>
        <div className="rows-shown" style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}>
          {rows.map(({ index: at, key }) => {
            const task = tasks[at];
            return task ? (
              <div
                key={key}
                className={selection ? "selectable" : undefined}
                role="listitem"
                aria-posinset={at + 1}
                aria-setsize={list.hasMore ? -1 : tasks.length}
              >
                {selection && (
                  <SelectRow
                    row={task}
                    checked={selection.has(task.task_id)}
                    onToggle={() => selection.toggle(task.task_id)}
                  />
                )}
                <ListedRow
                  task={task}
                  href={view.hrefOf(task.task_id)}
                  selected={task.task_id === view.item}
                  seen={seen.has(task.task_id)}
                  stop={at === stop}
                  list={ofList}
                />
              </div>
            ) : null;
          })}
        </div>
      </div>
      {list.loadingMore && <RowSkeletons count={2} />}
    </div>
  );
}

/** Scrolls the open row back into view if a bar that appears below the list covers it. */
function useLower(scroller: RefObject<HTMLElement | null>, onCovered: () => void): void {
  const show = useEffectEvent(onCovered);
  useEffect(() => {
    const element = scroller.current;
    if (!element || !("ResizeObserver" in window)) return undefined; // the test environment has none
    let before = Infinity; // the first measurement comes after the open row was scrolled to
    const observer = new ResizeObserver(() => {
      const [was, now] = [before, element.clientHeight];
      before = now;
      const open = element.querySelector("[aria-current]")?.getBoundingClientRect();
      const end = element.getBoundingClientRect().top + now;
      if (now < was && open && open.bottom > end && open.top < end + was - now) show();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}

/** Loads further pages, up to a limit, until the list contains the item with which the page was opened. */
function useLinkedRow({ tasks, hasMore, loadingMore, loadMore }: List, item: number | null, isListed: boolean): void {
  const [linked] = useState(item);
  const [isFound, setIsFound] = useState(linked === null || isListed);
  if (isListed && !isFound && item === linked) setIsFound(true);
  const isWanted = !isFound && item === linked && hasMore && !loadingMore && tasks.length < LOOKED_THROUGH;
  const load = useEffectEvent(loadMore);
  useEffect(() => {
    if (isWanted) load();
  }, [isWanted]);
}

/** Renders visible rows only, and keeps them in place when rows above them come and go. */
function useRows(scroller: RefObject<HTMLElement | null>, tasks: readonly TaskRow[], onEnd?: () => void) {
  const [height, setHeight] = useState(USUAL_HEIGHT);
  const virtual = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    initialRect: { width: 0, height: window.innerHeight - AROUND }, // so that the first render already has rows
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

/** Keeps the first visible row in place; at the very top, new rows show at once. */
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
