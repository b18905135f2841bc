import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useOutletContext } from "react-router-dom";

import { read } from "@/api/queries";
import type { QueueSummary } from "@/api/types";
import { Announcer } from "@/components/desk/announcer";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { useSelection } from "@/features/assign/use-selection";
import { useClaim } from "@/features/claim/use-claim";
import { type NextItem, useTakeNext } from "@/features/claim/use-take-next";
import type { OpenCounts } from "@/features/counts/use-open-counts";
import { ItemPane } from "@/features/item/item-pane";
import { ItemSkeleton } from "@/features/item/item-skeleton";
import { NothingOpen } from "@/features/item/nothing-open";
import { ListPane } from "@/features/list/list-pane";
import { useMe } from "@/features/session/use-me";
import type { Moves } from "@/features/tasks/moves";
import { afterTask, aroundTask, besideTask, freeOf, isOpenTo } from "@/features/tasks/neighbours";
import { usePrefetchedTasks } from "@/features/tasks/use-task";
import { LIST_POLL_MS, type TaskList, useTaskList } from "@/features/tasks/use-task-list";
import { useView } from "@/features/tasks/use-view";
import { type Filters, isFiltered } from "@/features/tasks/view";
import { listsOf, type Queue, useDesk } from "@/lib/desk";
import { useHotkeys } from "@/lib/hotkeys";
import { focusPage, keepFocus } from "@/lib/keep-focus";
import { useCan } from "@/lib/permissions";
import { useLatest } from "@/lib/use-latest";

import { QueueHead } from "./queue-head";
import { useOpened } from "./use-opened";
import { NO_NEXT, useTakeFirst } from "./use-take-first";

/** A queue's page: its list, and the open item. One page for all queues, based on what the server declares. */
export function QueuePage({ queue }: { queue: string }) {
  const { t } = useTranslation();
  const me = useMe();
  const address = useView(queue);
  const list = useTaskList(queue, address.filters);
  const lists = listsOf(useDesk(), queue);
  const view = useOpened(address, list, (row) => lists === "others" || isOpenTo(me.id, row));
  const all = useQueueFigures() ?? [];
  const { tasks } = list;
  /** When this person decided, skipped or put off a task. */
  const left = useRef(new Map<number, number>());
  const claim = useClaim();
  const { show } = view;
  const enter = useCallback(
    (taskId: number) => {
      show(taskId);
      void claim(taskId);
    },
    [claim, show],
  );
  const next = useNext(queue, lists, list, { ...view, isDone: (id) => isLeft(left.current, list, id) });
  const selection = useSelection(tasks);
  const isHead = useCan()("head_moderator");
  const selectable = lists === "own" || (lists === "others" && isHead);

  const article = useRef<HTMLElement>(null);
  useEffect(() => focusPage("main"), []); // while this page was loading, `main` had the focus
  const latest = useLatest({ list, view, me });
  const moves: Moves = useMemo(
    () => ({
      onward: (from) => {
        const { list: now, view: shown, me: person } = latest();
        left.current.set(from, Date.now());
        if (shown.item !== from) return;
        keepFocus(article.current); // the focused element is about to be removed
        shown.show(afterTask(now, from, person.id, (id) => isLeft(left.current, now, id)));
      },
      back: (to) => latest().view.show(to),
    }),
    [latest],
  );

  const step = useCallback((by: 1 | -1) => view.show(besideTask(tasks, view.item, by)), [tasks, view]);
  useHotkeys("lists", [
    { keys: "j", label: t("work.keys.down"), run: () => step(1), repeat: true },
    { keys: "k", label: t("work.keys.up"), run: () => step(-1), repeat: true },
    ...(next.offered ? [{ keys: "n", label: t("work.keys.next"), run: next.take }] : []),
    ...(selectable && view.item !== null
      ? [
          { keys: "x", label: t("people.select.key"), run: () => selection.toggle(view.item ?? 0) },
          {
            keys: "Shift x",
            label: t("people.select.keyRange"),
            run: () => {
              selection.toggle(view.item ?? 0);
              step(1);
            },
          },
        ]
      : []),
  ]);
  const upNext = list.nextUp.find((id) => id !== view.item);
  usePrefetchedTasks([...aroundTask(tasks, view.item), ...(upNext === undefined ? [] : [upNext])], view.item);

  const isEmpty = tasks.length === 0 && !list.loading && !list.changing;
  const listed = tasks.some((row) => row.task_id === view.item);
  return (
    <>
      <QueueHead queue={queue} shown={list.hasMore ? null : tasks.length} matches={list.matches} figures={all.find(({ name }) => name === queue)} view={view} />
      <div className={view.item === null ? "desk show-list" : "desk show-item"}>
        <NextNotice next={next} isEmpty={isEmpty} />
        <ListPane
          queue={queue}
          all={all}
          list={list}
          view={view}
          next={next}
          selection={selectable ? selection : null}
          onEnter={enter}
        />
        <article className="item" data-item={view.item} ref={article} tabIndex={-1} aria-label={t("work.item.region")}>
          {view.item === null ? (
            list.loading || list.changing ? <ItemSkeleton /> : <NothingOpen next={next} isEmpty={isEmpty} />
          ) : (
            <ItemPane key={view.item} taskId={view.item} listed={listed} next={next} moves={moves} />
          )}
        </article>
      </div>
      <Announcer />
    </>
  );
}

/** Whether this person has left the item after the list was loaded: its order may still begin with that item. */
const isLeft = (left: ReadonlyMap<number, number>, { nextUp, updatedAt }: TaskList, id: number) =>
  (left.get(id) ?? 0) > (nextUp.length > 0 ? updatedAt : 0);

interface Shown {
  filters: Filters;
  show: (taskId: number) => void;
  isDone: (taskId: number) => boolean;
}

/** The next item: for a queue the server chooses it; for My work and filtered lists it comes from the list. */
function useNext(queue: string, lists: Queue["lists"], list: TaskList, { filters, show, isDone }: Shown): NextItem {
  const me = useMe().id;
  const isMyWork = lists === "own";
  const isOver = lists !== "";
  const latest = useLatest(list);
  const ofQueue = useTakeNext(queue, show);
  const candidates = () => {
    const now = latest();
    const mine = now.tasks.filter((row) => !isMyWork || row.assigned_to?.id === me);
    return freeOf({ ...now, tasks: mine }, me, isDone);
  };
  const ofList = useTakeFirst(candidates, show, isFiltered(filters) ? "noneListed" : "none");
  if (isOver ? !isMyWork : !isFiltered(filters)) return isOver ? NO_NEXT : ofQueue;
  const isKnown = !list.loading && !list.changing;
  return { ...ofList, take: () => isKnown && ofList.take() };
}

/** Why there is no next item: nothing free, too many held, or no answer. It stays until the next attempt. */
function NextNotice({ next, isEmpty }: { next: NextItem; isEmpty: boolean }) {
  const { t } = useTranslation();
  if (!next.problem) return null;
  return (
    <div className="desk-notice">
      <Notice tone={next.problem === "none" ? "info" : "warning"}>
        <div className="row base">
          <p>
            <strong>{t(`work.next.${next.problem}.title`)}</strong> {!(isEmpty && next.problem === "none") && t(`work.next.${next.problem}.text`)}
          </p>
          <span className="end" />
          <IconButton icon={X} size="s" label={t("common.close")} onClick={next.dismiss} />
        </div>
      </Notice>
    </div>
  );
}

/** This person's queues with titles and figures; the numbers of open items are the same as in the sidebar. */
function useQueueFigures(): QueueSummary[] | undefined {
  const counts = useOutletContext<OpenCounts | undefined>();
  const { data } = useQuery({ ...read("/api/queues"), refetchInterval: LIST_POLL_MS });
  return useMemo(() => data?.map((queue) => ({ ...queue, open: counts?.[queue.name] ?? queue.open })), [data, counts]);
}
