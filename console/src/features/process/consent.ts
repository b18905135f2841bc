import type { HistoryEntry } from "@/api/types";

/** What an author has said about a publication, as an entry holds it. */
export function consentOf({ data }: HistoryEntry): "none" | "asked" | "given" | "withdrawn" {
  return data.is === "asked" || data.is === "given" || data.is === "withdrawn" ? data.is : "none";
}
