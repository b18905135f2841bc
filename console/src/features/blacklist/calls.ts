import { answer, api } from "@/api/client";
import type { Reads } from "@/api/queries";

/** What a change of the blacklist makes out of date. */
export const LIST: readonly Reads[] = ["/api/blacklist"];

export interface ListQuery {
  sort: "added" | "hint";
  direction: "asc" | "desc";
  /** Undefined for all entries. */
  legacy?: true;
}

const keyed = (key: string) => ({ headers: { "Idempotency-Key": key } });

export const postCheck = (value: string, key: string) =>
  answer(api.POST("/api/blacklist/check", { body: { value }, ...keyed(key) }));

export const postEntry = (value: string, key: string) =>
  answer(api.POST("/api/blacklist", { body: { value, notes: "" }, ...keyed(key) }));

export const patchNotes = (id: number, notes: string) =>
  answer(api.PATCH("/api/blacklist/{entry_id}", { params: { path: { entry_id: id } }, body: { notes } }));

export async function deleteEntry(id: number): Promise<void> {
  await answer(api.DELETE("/api/blacklist/{entry_id}", { params: { path: { entry_id: id } } }));
}
