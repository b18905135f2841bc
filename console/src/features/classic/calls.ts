import { answer, api } from "@/api/client";
import type { ReviewTable } from "@/api/types";

import { queryOf, type View } from "./view";

export function fetchReviews(view: View, cursor: string, signal: AbortSignal): Promise<ReviewTable> {
  const query = { ...queryOf(view), ...(view.company !== null && { company: view.company }), ...(cursor && { cursor }) };
  return answer(api.GET("/api/reviews", { params: { query }, signal }));
}

/** The list as a file, and after how many reviews it was cut, if it was. */
export async function fetchExport(view: View): Promise<{ file: Blob; cutAt: number | null }> {
  const query = { ...queryOf(view), ...(view.company !== null && { company: view.company }) };
  // one call: a second await of it would send it again
  const sent = await api.GET("/api/reviews/export", { params: { query }, parseAs: "blob" });
  const file = await answer(Promise.resolve(sent));
  const cutAt = sent.response.headers.get("Docket-Cut-At");
  return { file, cutAt: cutAt === null ? null : Number(cutAt) };
}
