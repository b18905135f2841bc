const SOON_SHARE = 0.1; // amber when less than a tenth of the time is left

interface DueClock {
  /** The share of the time that has passed, 0 to 1. */
  share: number;
  /** Milliseconds until it is due; negative after that. */
  left: number;
  tone: "soon" | "over" | null;
}

/** The clock of an item at `now`, in milliseconds of the server's time. */
export function clockOf(createdAt: string, dueAt: string, now: number): DueClock {
  const due = Date.parse(dueAt);
  const whole = Math.max(1, due - Date.parse(createdAt));
  const left = due - now;
  const share = Math.min(1, Math.max(0, 1 - left / whole));
  return { share, left, tone: left < 0 ? "over" : left < whole * SOON_SHARE ? "soon" : null };
}
