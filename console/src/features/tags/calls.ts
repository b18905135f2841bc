import { answer, api } from "@/api/client";
import type { Reads } from "@/api/queries";
import type { Tag, TagRule } from "@/api/types";

/** The queries that a change of a tag makes out of date. */
export const TAGS: readonly Reads[] = [
  "/api/tags",
  "/api/tag/{tag_id}",
  "/api/tag/{tag_id}/members",
  "/api/audit/{kind}/{subject_id}",
  "/api/company/{company_id}",
];

export interface TagFields {
  name: string;
  category: Tag["category"];
  description: string;
}

export interface NewTag extends TagFields {
  type: "user" | "smart";
  rule: TagRule | null;
}

const at = (id: number) => ({ params: { path: { tag_id: id } } });
const member = (id: number, company: number) => ({ params: { path: { tag_id: id, company_id: company } } });

export const postTag = (tag: NewTag, key: string) => answer(api.POST("/api/tag", { body: tag, headers: { "Idempotency-Key": key } }));

export const patchTag = (id: number, body: Partial<TagFields>) => answer(api.PATCH("/api/tag/{tag_id}", { ...at(id), body }));

export async function deleteTag(id: number): Promise<void> {
  await answer(api.DELETE("/api/tag/{tag_id}", at(id)));
}

export async function putMember(id: number, company: number): Promise<void> {
  await answer(api.PUT("/api/tag/{tag_id}/members/{company_id}", member(id, company)));
}

export async function deleteMember(id: number, company: number): Promise<void> {
  await answer(api.DELETE("/api/tag/{tag_id}/members/{company_id}", member(id, company)));
}
