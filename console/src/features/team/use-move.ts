import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { TaskRow } from "@/api/types";
import type { NotDone } from "@/components/desk/assign-dialog";
import { sayCode, sayRefusal } from "@/components/desk/say-refusal";
import { notify } from "@/lib/notifications";
import { uuid } from "@/lib/uuid";

/** Moves items to a person, or with null gives them back to everybody; names what was refused and why. */
export function useMove(onDone: (taskIds: number[]) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const intent = useRef({ body: "", key: "" });

  return async (rows: readonly TaskRow[], to: { id: number; name: string } | null, note: string, takeOver: boolean): Promise<NotDone | null> => {
    const body = { task_ids: rows.map(({ task_id: id }) => id), user_id: to?.id ?? null, note, take_over: takeOver };
    // the same thing sent again after silence is done once
    const text = JSON.stringify(body);
    if (intent.current.body !== text) intent.current = { body: text, key: uuid() };
    try {
      const { done, results } = await answer(
        api.POST("/api/tasks/assign", { body, headers: { "Idempotency-Key": intent.current.key } }),
      );
      intent.current = { body: "", key: "" };
      for (const name of ["tasks", "task", "team", "queues", "history"]) void client.invalidateQueries({ queryKey: [name] });
      onDone(results.filter(({ status }) => status === "done").map(({ task_id: id }) => id));
      const refused = results.filter(({ status }) => status === "refused");
      if (refused.length === 0) {
        notify(to ? t("people.assign.doneMany", { count: done, name: to.name }) : t("people.assign.backMany", { count: done }));
        return null;
      }
      return {
        sentence: t("people.assign.partly", { count: refused.length, done }),
        items: refused.map(({ task_id: id, code, holder }) => {
          const title = titleOf(rows.find(({ task_id: known }) => known === id)) ?? t("work.item.untitled");
          return `${title}: ${sayCode(code, holder?.name, t) ?? t("common.unknownError")}`;
        }),
      };
    } catch (error) {
      return { sentence: sayRefusal(error, t) };
    }
  };
}

export function titleOf(row: TaskRow | undefined): string | undefined {
  return [row?.summary.title, row?.summary.excerpt].find((text) => text);
}
