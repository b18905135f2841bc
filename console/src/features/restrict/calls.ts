import { answer, api } from "@/api/client";
import type { Ground } from "@/components/desk/use-ground";

export interface Asking {
  ground: Ground;
  facts: string;
  contact: { name: string; email: string; role: string };
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
