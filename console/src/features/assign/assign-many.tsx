import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { Colleague, TaskRow } from "@/api/types";
import { AssignDialog, type NotDone } from "@/components/desk/assign-dialog";
import { sayCode, sayRefusal } from "@/components/desk/say-refusal";
import { keyOf, settle, withTries } from "@/features/command/intents";
import { isPassing } from "@/features/command/refusals";
import { useMe } from "@/features/lock/use-lock";
import { fetchColleagues, postAssignments } from "@/features/tasks/calls";
import { draftKey, SEVERAL } from "@/lib/drafts";
import { notify } from "@/lib/notifications";
import { useCan } from "@/lib/permissions";

import type { Selection } from "./use-selection";

const AT_ONCE = 200; // the server's

/** To whom the selected items go. What is refused stays selected and is named with its reason. */
export function AssignMany({ selection, onClose }: { selection: Selection; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  const isHead = useCan()("head_moderator");
  const rows = selection.tasks.map(({ row }) => row).slice(0, AT_ONCE);
  const first = rows[0]?.task_id;
  const colleagues = useQuery({
    queryKey: ["colleagues", first],
    queryFn: ({ signal }) => fetchColleagues(first ?? 0, signal),
    enabled: first !== undefined,
  }).data;

  const move = async (to: Colleague | null, note: string, takeOver: boolean): Promise<NotDone | null> => {
    const ids = rows.map(({ task_id: id }) => id);
    const intent = `assign ${ids.join(" ")} ${to?.id ?? ""} ${note} ${takeOver}`;
    try {
      const { done, results } = await withTries(
        () => postAssignments(ids, to?.id ?? null, note, takeOver, keyOf(intent)),
        isPassing,
      );
      settle(intent);
      for (const name of ["tasks", "task", "queues", "history", "team"]) void client.invalidateQueries({ queryKey: [name] });
      for (const { task_id: id, status } of results) if (status === "done") selection.toggle(id);
      const refused = results.filter(({ status }) => status === "refused");
      if (refused.length > 0)
        return {
          sentence: t("people.assign.partly", { count: refused.length, done }),
          items: refused.map(({ task_id: id, code, holder }) => {
            const why = sayCode(code, holder?.name, t) ?? t("common.unknownError");
            return `${titleOf(rows.find(({ task_id: known }) => known === id), t("work.item.untitled"))}: ${why}`;
          }),
        };
      notify(to ? t("people.assign.doneMany", { count: done, name: to.name }) : t("people.assign.backMany", { count: done }));
      return null;
    } catch (error) {
      if (!isPassing(error)) settle(intent);
      return { sentence: sayRefusal(error, t) };
    }
  };

  return (
    <AssignDialog
      title={t("people.assign.titleMany", { count: rows.length })}
      people={colleagues}
      me={me.id}
      draftKey={draftKey(me.id, SEVERAL)}
      reasonWanted={(to) => rows.some((row) => wantsReason(row, me.id, to))}
      mayTakeOver={isHead && rows.some(({ locked, locked_id: holder }) => locked && holder !== me.id)}
      onAssign={move}
      onGiveBack={rows.some(({ assigned_to: to }) => to !== null) ? (note) => move(null, note, false) : undefined}
      onClose={onClose}
    />
  );
}

function wantsReason(row: TaskRow, me: number, to: number | null): boolean {
  const having = [row.assigned_to?.id, row.locked ? row.locked_id : undefined].filter((id) => id !== undefined);
  if (to === null) return row.assigned_to !== null && row.assigned_to.id !== me;
  return having.length > 0 && !(to === me && having.every((id) => id === me));
}

function titleOf(row: TaskRow | undefined, untitled: string): string {
  const { title = "", excerpt = "" } = row?.summary ?? {};
  return [title, excerpt, untitled].find((text) => text !== "") ?? untitled;
}
