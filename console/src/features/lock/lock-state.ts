import type { Person, TakenOver, TaskDetail, TaskRow } from "@/api/types";

export const LEASE_MS = 5 * 60_000; // product.md, Lock
export const HEARTBEAT_MS = 30_000; // product.md, Lock
export const ENDING_MS = 60_000; // the last minute is shown as such

/** What one look at a task told of its lock. Of two, the later one is right. */
export interface Sighting {
  at: number;
  holder: Person | null;
  since: string | null;
  until: string | null;
  /** When it ends for good, however often it is extended; null where the answer did not say. */
  limitAt: string | null;
}

/** What this desk remembers of a task's lock by itself. */
export interface LockNote {
  sighting: Sighting | null;
  /** Until when it was ours, unless we gave it back: then its end is news. */
  had: string | null;
  /** Who took it from us, and why, once the server has told. */
  loss: TakenOver | null;
  closed: { by: Person | null; at: string | null } | null;
}

export type Lock =
  | { kind: "free" }
  | { kind: "mine"; since: string; until: string; limitAt: string | null }
  /** `lost`: it was ours before. */
  | { kind: "held"; by: Person; since: string | null; lost: boolean }
  | { kind: "assigned"; to: Person }
  /** It was ours, and nobody has taken it since. `at` is null when it ended before its time. */
  | { kind: "ended"; at: string | null }
  | { kind: "closed"; by: Person | null; at: string | null };

interface Known {
  sightings: readonly Sighting[];
  note: LockNote | null;
  open: boolean;
  assignee: Person | null;
  me: number;
  /** The server's time. */
  now: number;
}

export function lockOf({ sightings, note, open, assignee, me, now }: Known): Lock {
  if (!open || note?.closed) return { kind: "closed", by: note?.closed?.by ?? null, at: note?.closed?.at ?? null };

  const had = note?.had ?? null;
  const seen = latest(note?.sighting ? [...sightings, note.sighting] : sightings);
  if (seen?.holder && seen.until && Date.parse(seen.until) > now) {
    if (seen.holder.id !== me) return { kind: "held", by: seen.holder, since: seen.since, lost: had !== null };
    return { kind: "mine", since: seen.since ?? seen.until, until: seen.until, limitAt: limitOf(seen, note) };
  }
  if (assignee && assignee.id !== me) return { kind: "assigned", to: assignee };
  const mineUntil = seen?.holder?.id === me ? seen.until : had;
  if (mineUntil) return { kind: "ended", at: Date.parse(mineUntil) <= now ? mineUntil : null };
  return { kind: "free" };
}

export function sightingOf(head: TaskRow | TaskDetail, at: number): Sighting {
  const holder = head.locked ? { id: head.locked_id, name: head.locked_by } : null;
  return { at, holder, since: head.locked_since, until: head.locked_until, limitAt: null };
}

/** Whether another heartbeat would make the lease longer. */
export function isExtendable({ until, limitAt }: { until: string; limitAt: string | null }): boolean {
  return limitAt === null || Date.parse(until) < Date.parse(limitAt);
}

/** The last minute of a lease that could still be lengthened. */
export function isEnding(lock: { until: string; limitAt: string | null }, now: number): boolean {
  return Date.parse(lock.until) - now < ENDING_MS && isExtendable(lock);
}

export function latest(sightings: readonly Sighting[]): Sighting | null {
  return sightings.reduce<Sighting | null>((best, one) => (best && best.at >= one.at ? best : one), null);
}

/** The limit belongs to one hold: what an answer said of it stays true while the hold began at the same time. */
function limitOf(seen: Sighting, note: LockNote | null): string | null {
  if (seen.limitAt) return seen.limitAt;
  const known = note?.sighting;
  return known?.since && seen.since && sameMoment(known.since, seen.since) ? known.limitAt : null;
}

/** Answers write one moment with three or with six digits. */
function sameMoment(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other);
}
