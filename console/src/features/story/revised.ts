import type { Revision } from "@/api/types";

/** The fields that a revision holds, in the order in which a review is read. */
export const REVISED = ["title", "text", "constructive", "author_name", "job_title", "business_name", "anonymous"] as const;
export type Revised = (typeof REVISED)[number];

/** What a version says in a field, as text. */
export function said(revision: Revision, field: Revised, words: { yes: string; no: string }): string {
  const value = revision[field];
  if (typeof value === "boolean") return value ? words.yes : words.no;
  return value ?? "";
}
