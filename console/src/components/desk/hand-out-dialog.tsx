import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import { useCommand } from "@/api/use-command";
import { ActionDialog } from "@/components/ui/action-dialog";
import { formatNumber } from "@/lib/dates";
import { notify } from "@/lib/notifications";

import { sayRefusal } from "./say-refusal";

const REFRESHED = ["/api/queues/{queue}/tasks", "/api/tasks/{task_id}", "/api/team", "/api/queues", "/api/dashboard", "/api/tickets"] as const;
const UNDO_MS = 30_000; // the server takes it back within a minute

/** Shows how many items each person would get, and assigns them after confirmation. */
export function HandOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data: shares, isError } = useQuery({ ...read("/api/team/evenly"), gcTime: 0, staleTime: 0 });
  const [refused, setRefused] = useState<string | null>(null);
  const back = useCommand({
    name: "take back what was handed out",
    send: (taskIds: number[], key) => answer(api.POST("/api/tasks/assign", { body: { task_ids: taskIds, user_id: null, note: "", take_over: false }, headers: { "Idempotency-Key": key } })),
    refreshes: [...REFRESHED],
    says: ({ done }) => t("people.assign.backMany", { count: done }),
  });
  const hand = useCommand({
    name: "hand out evenly",
    send: (_: undefined, key) => answer(api.POST("/api/team/evenly", { headers: { "Idempotency-Key": key } })),
    refreshes: [...REFRESHED],
  });
  const count = shares?.reduce((sum, { gets }) => sum + gets, 0);
  const submit = async () => {
    if (!count) {
      onClose();
      return;
    }
    const sent = await hand.run(undefined);
    if (sent.state === "refused") setRefused(sayRefusal(sent.error, t));
    if (sent.state !== "done") return;
    const given = sent.result.results.flatMap(({ task_id: id, status }) => (status === "done" ? [id] : []));
    notify(t("people.evenly.done", { count: given.length }), given.length > 0 ? { label: t("people.evenly.undo"), run: () => void back.run(given), forMs: UNDO_MS } : undefined);
    onClose();
  };
  const said = isError ? t("people.evenly.failed") : count === undefined ? t("common.loading") : count === 0 ? t("people.evenly.none") : t("people.evenly.text", { count, number: formatNumber(count) });
  return (
    <ActionDialog words={{ title: t("people.evenly.action"), description: said, action: count ? t("people.evenly.confirm") : t("common.ok") }} busy={hand.busy} refused={refused} onSubmit={() => void submit()} onClose={onClose}>
      {count ? (
        <dl className="facts">
          {shares?.map(({ person, has, gets }) => (
            <div key={person.id} className="facts-row">
              <dt>
                <bdi>{person.name}</bdi>
              </dt>
              <dd>{t("people.evenly.share", { gets: formatNumber(gets), total: formatNumber(has + gets) })}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </ActionDialog>
  );
}
