import { answer, api } from "@/api/client";
import type { BatchDetail, BulkPreview, BulkRequest, BulkSelection } from "@/api/types";
import type { TableFile } from "@/components/table/use-export";

import type { ResultName } from "./results-of";

/** The number of items that a batch would have, and the first of them. Changes nothing. */
export function fetchPreview(body: BulkSelection, signal: AbortSignal): Promise<BulkPreview> {
  return answer(api.POST("/api/bulk/preview", { body, signal }));
}

export async function postBatch(body: BulkRequest, key: string): Promise<number> {
  const accepted = await answer(api.POST("/api/bulk", { body, headers: { "Idempotency-Key": key } }));
  return accepted.id;
}

const VERBS = ["confirm", "cancel", "retry", "rollback"] as const;
export type Verb = (typeof VERBS)[number];

/** `note`: for the owner of the batch, from the person who confirms or cancels it. */
export function postVerb(batchId: number, verb: Verb, note: string, key: string): Promise<BatchDetail> {
  const init = { params: { path: { batch_id: batchId } }, headers: { "Idempotency-Key": key } };
  const answered = { ...init, body: { note } };
  switch (verb) {
    case "confirm":
      return answer(api.POST("/api/bulk/{batch_id}/confirm", answered));
    case "cancel":
      return answer(api.POST("/api/bulk/{batch_id}/cancel", answered));
    case "retry":
      return answer(api.POST("/api/bulk/{batch_id}/retry", init));
    case "rollback":
      return answer(api.POST("/api/bulk/{batch_id}/rollback", init));
  }
}

export async function fetchResultsFile(batchId: number, result: ResultName): Promise<TableFile> {
  const params = { path: { batch_id: batchId }, query: { result } };
  return { file: await answer(api.GET("/api/bulk/{batch_id}/export", { params, parseAs: "blob" })), cutAt: null };
}
