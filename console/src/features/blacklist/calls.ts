import { answer, api } from "@/api/client";
import type { Reads } from "@/api/queries";
import type { AddedEntry, BlacklistEntry } from "@/api/types";
import type { TableFile } from "@/components/table/use-export";

/** The queries that a change of the blacklist makes out of date. */
export const LIST: readonly Reads[] = ["/api/blacklist"];

export interface ListQuery {
  sort: "added" | "hint";
  direction: "asc" | "desc";
  /** Undefined for all entries. */
  legacy?: true;
  kind?: BlacklistEntry["kind"];
}

const keyed = (key: string) => ({ headers: { "Idempotency-Key": key } });

export const postCheck = (value: string, key: string) =>
  answer(api.POST("/api/blacklist/check", { body: { value }, ...keyed(key) }));

export const postEntry = (value: string, key: string) =>
  answer(api.POST("/api/blacklist", { body: { value, notes: "" }, ...keyed(key) }));

export const patchNotes = (id: number, notes: string) =>
  answer(api.PATCH("/api/blacklist/{entry_id}", { params: { path: { entry_id: id } }, body: { notes } }));

export type Sendable = AddedEntry["open_reviews"]["sendable"][number];
/** The outcome that sends a review to investigation. */
export const INVESTIGATE = "investigate";

/** Starts a batch of bulk moderation; returns its number. */
export async function postBatch({ queue, task_ids }: Sendable, form: Record<string, unknown>, key: string): Promise<number> {
  const body = { queue, outcome: INVESTIGATE, task_ids, form };
  return (await answer(api.POST("/api/bulk", { body, ...keyed(key) }))).id;
}

export async function deleteEntry(id: number): Promise<void> {
  await answer(api.DELETE("/api/blacklist/{entry_id}", { params: { path: { entry_id: id } } }));
}

/** The shown entries as a file: masked, with their notes. */
export async function fetchExport(query: ListQuery): Promise<TableFile> {
  const file = await answer(api.GET("/api/blacklist/export", { params: { query }, parseAs: "blob" }));
  return { file, cutAt: null };
}
