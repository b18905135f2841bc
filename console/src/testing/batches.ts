import type { BatchDetail } from "@/api/types";

/** A batch that is done, but for what others held. */
export function aBatch(change: Partial<BatchDetail> = {}): BatchDetail {
  return {
    id: 7,
    queue: "pending",
    kind: "review_moderation",
    title: "Moderate reviews",
    outcome: "reject",
    label: "Reject",
    undo: true,
    writes: true,
    state: "done",
    total: 1_200,
    waiting: 0,
    done: 1_180,
    skipped: 20,
    failed: 0,
    rolled_back: 0,
    by: { id: 2, name: "Marta Ellwood" },
    at: "2026-11-20T09:42:00Z",
    confirmed_by: null,
    confirmed_at: null,
    cancelled_by: null,
    expires_at: null,
    started_at: null,
    finished_at: null,
    rolled_back_at: null,
    seconds_left: null,
    failed_attempts: 0,
    tries_again_at: null,
    filter: { rating: 1 },
    note: "",
    answer: "",
    form: [{ title: "Notes", value: "All by one person." }],
    ...change,
  };
}
