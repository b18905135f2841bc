import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { Batch } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { queueNamed, useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

import { postVerb, type Verb } from "./calls";
import { isMoving } from "./results-of";
import { sayBatchRefusal } from "./say-reason";

const POLL_MS = 1_000;

/** A batch, polled while its figures change. */
export function useBatch(batchId: number) {
  return useQuery({
    ...read("/api/bulk/{batch_id}", { path: { batch_id: batchId } }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL_MS : false),
  });
}

/**
 * The name of a batch's queue, with the kind if the queue has several. Published reviews are not a queue: the server
 * names them.
 */
export function useBatchSource(): (batch: Batch) => string {
  const { t } = useTranslation();
  const titles = useTitles();
  const desk = useDesk();
  return ({ queue, kind, title }) => {
    const listed = queueNamed(desk, queue);
    const name = listed ? titles.queue(queue) : title;
    return listed && listed.kinds.length > 1 ? t("bulk.batch.ofKind", { queue: name, kind: titles.kind(kind) }) : name;
  };
}

/** An action on a batch; `act` returns the refusal as a sentence, or null when done. */
export function useBatchVerb(batchId: number, verb: Verb, says: string) {
  const { t } = useTranslation();
  const { run, busy } = useCommand({
    name: `${verb} batch ${batchId}`,
    send: (note: string, key: string) => postVerb(batchId, verb, note, key),
    refreshes: ["/api/bulk", "/api/bulk/{batch_id}"],
    says: () => says,
  });
  const act = async (note = ""): Promise<string | null> => {
    const sent = await run(note);
    return sent.state === "refused" ? sayBatchRefusal(sent.error, t) : null;
  };
  return { act, busy };
}
