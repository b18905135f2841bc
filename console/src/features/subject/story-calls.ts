import { answer, api } from "@/api/client";
import type { ReviewStory } from "@/api/types";
import type { Ground } from "@/components/desk/use-ground";

export interface Asking {
  ground: Ground;
  facts: string;
  contact: { name: string; email: string; role: string };
}

export function fetchStory(reviewId: number, signal: AbortSignal): Promise<ReviewStory> {
  return answer(api.GET("/api/review/{review_id}", { params: { path: { review_id: reviewId } }, signal }));
}

/** Asks that a review be restricted. The key makes a second try the same request. */
export async function postRequest(reviewId: number, asking: Asking, key: string): Promise<void> {
  await answer(
    api.POST("/api/restriction-requests", {
      body: { review: reviewId, ...asking, good_faith: true },
      headers: { "Idempotency-Key": key },
    }),
  );
}
