import { useStatus } from "./use-status";

const TONES: Record<string, string> = {
  published: "tone-success",
  rejected: "tone-danger",
  restricted: "tone-restricted",
  escalated: "tone-escalated",
  investigation: "tone-warning",
  queued: "tone-info",
};

/** Where a review stands, as a dot and a word: quiet enough for a whole column of them. */
export function StatusDot({ status }: { status: string }) {
  const tone = TONES[status];
  return <span className={`badge badge-dot ${tone ?? "hollow"}`}>{useStatus(status)}</span>;
}
