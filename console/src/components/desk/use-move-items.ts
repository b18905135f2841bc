import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { titleOf } from "@/api/subjects";
import type { BulkAssignment, TaskRow } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { type NotificationAction, notify } from "@/lib/notifications";

import type { NotDone } from "./assign-dialog";
import { sayCode, sayRefusal } from "./say-refusal";
import { sayUnknown } from "./say-unknown";

/** An item as it is moved: its number, and what names it. */
export type MovedRow = Pick<TaskRow, "task_id" | "assigned_to"> & { summary: object };

type UndoOf = (moved: readonly MovedRow[], sentence: string) => NotificationAction | undefined;

interface Move {
  task_ids: number[];
  /** The new assignee; null to unassign. */
  user_id: number | null;
  note: string;
  /** Also take items that other people hold. */
  take_over: boolean;
}

/**
 * Assigns items to a person, or unassigns them (null); returns the refused items with reasons. `me`: the signed-in
 * account. `undoOf`: the label of the button that undoes the assignment, for the sentence that names it.
 */
export function useMoveItems(me: number, onDone: (taskIds: number[]) => void, undoOf?: UndoOf) {
  const { t } = useTranslation();
  const { run } = useCommand({
    name: "move items",
    send: (body: Move, key): Promise<BulkAssignment> =>
      answer(api.POST("/api/tasks/assign", { body, headers: { "Idempotency-Key": key } })),
    refreshes: [
      "/api/queues/{queue}/tasks",
      "/api/tasks/{task_id}",
      "/api/team",
      "/api/queues",
      "/api/dashboard",
      "/api/tickets",
      "/api/processes/{kind}/{process_id}/history",
    ],
    done: ({ results }) => onDone(results.filter(({ status }) => status === "done").map(({ task_id: id }) => id)),
  });

  return async (
    rows: readonly MovedRow[],
    to: { id: number; name: string } | null,
    note: string,
    takeOver: boolean,
  ): Promise<NotDone | null> => {
    const sent = await run({
      task_ids: rows.map(({ task_id: id }) => id),
      user_id: to?.id ?? null,
      note,
      take_over: takeOver,
    });
    if (sent.state === "refused") return { sentence: sayRefusal(sent.error, t) };
    if (sent.state === "busy") return null;
    const { done, results } = sent.result;
    const refused = results.filter(({ status }) => status === "refused");
    const isRefused = (id: number) => refused.some(({ task_id: other }) => other === id);
    // what was theirs already is not told of, nor taken back
    const moved = rows.filter(({ task_id: id, assigned_to: before }) => !isRefused(id) && before?.id !== to?.id);
    const sentence = sayDone(moved.length || done, to, me, t);
    const action = to ? undoOf?.(moved, sentence) : undefined;
    if (refused.length === 0) {
      notify(sentence, action);
      return null;
    }
    return {
      sentence: t("people.assign.partly", { count: refused.length, done }),
      items: refused.map(({ task_id: id, code, holder }) => {
        const title = titleOf(rows.find(({ task_id: known }) => known === id)?.summary ?? {}) ?? t("work.item.untitled");
        return `${title}: ${sayCode(code, holder?.name, t) ?? sayUnknown(null, t)}`;
      }),
    };
  };
}

function sayDone(count: number, to: { id: number; name: string } | null, me: number, t: TFunction): string {
  if (to === null) return t("people.assign.backMany", { count });
  return to.id === me ? t("people.assign.doneManySelf", { count }) : t("people.assign.doneMany", { count, name: to.name });
}
