import { useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router-dom";

import { runCommand } from "@/api/command";
import { refresh } from "@/api/queries";
import type { DecisionRow } from "@/api/types";
import { announce } from "@/components/desk/announcer";
import { sayRefusal } from "@/components/desk/say-refusal";
import { storeReopened } from "@/features/lock/lock-cache";
import { useMe } from "@/features/session/use-me";
import { deleteAssignee, deleteSkip, postAssignees, postUndo, putAssignee, putSnooze } from "@/features/tasks/calls";
import { showAgain } from "@/features/tasks/decided";
import { useDone } from "@/features/tasks/outcome-words";
import { HISTORIES, itemRead, LISTS, PAGES } from "@/features/tasks/task-reads";
import { taskQuery } from "@/features/tasks/use-task";
import { pathOf, queueNamed, useDesk } from "@/lib/desk";
import { draftKey, readDraft, writeDraft } from "@/lib/drafts";
import { lengthOf } from "@/lib/length";
import { notify, notifyFailure, withdraw } from "@/lib/notifications";
import { useLatest } from "@/lib/use-latest";

import { type Aside, type Before, forgetAside } from "./asides";
import { beingSent, dropDecision, newestFinal, RECENT } from "./recent";
import { type Refused, refusedUndo, refusedBy, useSayRefused } from "./refused";
import { type Place, placeOf, remembered } from "./where";

export const UNDO = "undo";
const MOST = 40; // characters of a title: on a phone the sentence has two lines

/** A title for a notification, which stands over the page. */
const short = (title: string) => (lengthOf(title) > MOST ? `${Array.from(title).slice(0, MOST - 1).join("").trimEnd()}…` : title);

/** Undoes one of this person's decisions, and shows the item again, with what was typed for it. */
export function useUndo(): (row: DecisionRow) => Promise<void> {
  const { t } = useTranslation();
  const said = useDone();
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useMe();
  const latest = useLatest({ here: useLocation(), desk: useDesk() });
  const sayRefused = useSayRefused();

  return useCallback(
    async (row: DecisionRow) => {
      const { task_id: taskId, outcome, label, addressed, undo_until: until } = row;
      const sent = await runCommand(
        client,
        {
          name: UNDO,
          send: (task: number, key) => postUndo(task, key),
          refreshes: [...LISTS, ...PAGES, HISTORIES, RECENT],
          elsewhere: [itemRead(taskId)],
          begun: () => refusedUndo.set(client, null),
          says: () => t("undo.done", { title: short(row.title || row.company || t("work.item.untitled")) }),
          done: async () => {
            withdraw(said(outcome, label, addressed, until !== null));
            dropDecision(client, taskId);
            storeReopened(client, taskId);
            showAgain(client, taskId);
            const { typed = {} } = remembered.get(client, taskId) ?? {};
            // kept with its outcome, and not opened: a form would stand over the other outcomes
            const key = draftKey(me.id, taskId);
            if (Object.keys(typed).length > 0) writeDraft(key, { open: null, forms: { ...readDraft(key)?.forms, ...typed } });
            // what was read of it before says that it is decided
            await client.invalidateQueries({ queryKey: itemRead(taskId), refetchType: "none" });
            await client.query(taskQuery(taskId)).catch(() => undefined); // its page shows the error
          },
          refused: (error) => {
            const refused: Refused = { row, ...refusedBy(error) };
            refusedUndo.set(client, refused);
            announce(sayRefused(refused), "assertive");
            void refresh(client, RECENT);
          },
        },
        taskId,
      );
      if (sent.state !== "done") return;
      const { here, desk } = latest();
      const list = remembered.get(client, taskId)?.from ?? pageOf(sent.result.queue);
      remembered.set(client, null, taskId);
      if (list) await navigate(placeOf(taskId, list, here));

      function pageOf(name: string): Place | undefined {
        const queue = queueNamed(desk, name);
        return queue && { pathname: pathOf(queue), search: "" };
      }
    },
    [client, latest, me, navigate, said, sayRefused, t],
  );
}

/** Takes back what moved an item aside, and shows the item again. */
export function useUndoAside(): (act: Aside) => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const here = useLatest(useLocation());
  return useCallback(
    async (act: Aside) => {
      const sent = await runCommand(
        client,
        {
          name: UNDO,
          send: takeBack,
          refreshes: [...LISTS, HISTORIES, "/api/team"],
          elsewhere: [itemRead(act.task_id)],
          says: (stayed) => {
            if (stayed > 0) return t("undo.stayed", { count: stayed });
            const { several, title } = act;
            return several ? t("undo.doneSeveral", { count: several.length }) : t("undo.doneAside", { title: short(title || t("work.item.untitled")) });
          },
          done: () => {
            withdraw(act.said);
            forgetAside(client);
          },
          refused: (error) => {
            forgetAside(client);
            notifyFailure(t("undo.refusedAside", { title: act.title, why: sayRefusal(error, t) }));
          },
        },
        act,
      );
      if (sent.state === "done" && act.from) await navigate(placeOf(act.task_id, act.from, here()));
    },
    [client, here, navigate, t],
  );
}

/** How many of the items could not be put back. */
async function takeBack({ task_id: taskId, how, before, several }: Aside): Promise<number> {
  if (several) return takeBackAll(several);
  if (how === "skip") await deleteSkip(taskId);
  else if (how === "putOff") await putSnooze(taskId, null);
  else await (before === null ? deleteAssignee(taskId, "") : putAssignee(taskId, before, "", false));
  return 0;
}

async function takeBackAll(several: readonly Before[]): Promise<number> {
  let stayed = 0;
  for (const before of new Set(several.map((one) => one.before))) {
    const { refused } = await postAssignees(several.filter((one) => one.before === before).map(({ task_id: id }) => id), before);
    stayed += refused;
  }
  return stayed;
}

/**
 * What is undone by the bar and by its key: exactly what the bar shows; nothing else, and nothing that it shows no more.
 * `isOlder`: something was done after it that cannot be undone. Whoever presses the key may mean that: the first press
 * names what the second one undoes.
 */
export type Undoable = ({ row: DecisionRow } | { act: Aside }) & { isOlder: boolean };

export function useUndoShown(): (shown: Undoable | null, how: "byKey" | "byButton") => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const undo = useUndo();
  const undoAside = useUndoAside();
  const named = useRef<string>(null);
  return useCallback(
    (shown: Undoable | null, how: "byKey" | "byButton") => {
      const older = shown?.isOlder && how === "byKey" ? sayOlder(shown, t) : null;
      const isNamed = named.current === older;
      named.current = older;
      const label = newestFinal.get(client);
      if (beingSent.get(client)) announce(t("undo.beingSent"), "assertive");
      else if (older !== null && !isNamed) notify(older);
      else if (shown && "act" in shown) void undoAside(shown.act);
      else if (shown) void undo(shown.row);
      else notifyFailure(label === null ? t("undo.nothing") : t("undo.final", { label }));
    },
    [client, t, undo, undoAside],
  );
}

function sayOlder(shown: Undoable, t: TFunction): string {
  const { title } = "act" in shown ? shown.act : shown.row;
  const label = "act" in shown ? t(`undo.aside.${shown.act.how}`) : shown.row.label;
  return t("undo.older", { label, title: title || t("work.item.untitled") });
}
