import type { Person, TakenOver, TaskDetail, TaskRow } from "@/api/types";

export const LEASE_MS = 5 * 60_000; // product.md, Lock
export const HEARTBEAT_MS = 30_000; // product.md, Lock
export const ENDING_MS = 60_000; // in the last minute the lock is shown as ending

/** The lock of a task, as one answer of the server describes it. */
export interface LockAnswered {
  /** Grows with each change of the lock: a higher version is newer, in whatever order answers arrive. */
  version: number;
  holder: Person | null;
  since: string | null;
  until: string | null;
  /** When the lock ends even if it is extended; null if the answer does not say. */
  limitAt: string | null;
}

/** A task's lock from the newest answer about it, and what this desk must remember about it. */
export interface LockState extends LockAnswered {
  /** End of the lease of former holders, by id; a person who releases the task is removed. */
  former: Readonly<Record<number, string>>;
  /** The person who took the item over from this person, and the reason. */
  loss: TakenOver | null;
  closed: { by: Person | null; at: string | null } | null;
}

export type Lock =
  | { kind: "free" }
  | { kind: "mine"; since: string; until: string; limitAt: string | null }
  /** `lost`: this person held it before. */
  | { kind: "held"; by: Person; since: string | null; lost: boolean }
  | { kind: "assigned"; to: Person }
  /** This person held it, and nobody has taken it since. `at` is null if it ended before its time. */
  | { kind: "ended"; at: string | null }
  | { kind: "closed"; by: Person | null; at: string | null };

interface View {
  state: LockState;
  open: boolean;
  assignee: Person | null;
  me: number;
  /** The server's time. */
  now: number;
}

/** The state of a lock for one person at one time. */
export function lockOf({ state, open, assignee, me, now }: View): Lock {
  if (!open || state.closed) return { kind: "closed", by: state.closed?.by ?? null, at: state.closed?.at ?? null };

  const { holder, since, until, limitAt } = state;
  if (holder && until && Date.parse(until) > now) {
    if (holder.id !== me) return { kind: "held", by: holder, since, lost: wasHeldBy(state, me) };
    return { kind: "mine", since: since ?? until, until, limitAt };
  }
  if (assignee && assignee.id !== me) return { kind: "assigned", to: assignee };
  const mineUntil = holder?.id === me ? until : state.former[me];
  if (mineUntil) return { kind: "ended", at: Date.parse(mineUntil) <= now ? mineUntil : null };
  return { kind: "free" };
}

/** The lock in a row or an item. */
export function answeredBy(head: TaskRow | TaskDetail): LockAnswered {
  const holder = head.locked ? { id: head.locked_id, name: head.locked_by } : null;
  return { version: head.lock_version, holder, since: head.locked_since, until: head.locked_until, limitAt: null };
}

/** The state after an answer; the same object if the answer is older or says nothing new. */
export function withAnswer(state: LockState | null, answered: LockAnswered): LockState {
  if (!state) return { ...answered, former: {}, loss: null, closed: null };
  if (answered.version < state.version) return state;
  // within one version a lock can only expire, so an expired one never comes back
  if (answered.version === state.version && !state.holder) return state;
  const next = { ...answered, limitAt: answered.limitAt ?? limitOf(state, answered) };
  if (isSame(state, next)) return state;
  return { ...state, ...next, former: formerAfter(state, answered.holder) };
}

/** Whether this person held the lock, did not release it, and no longer has it. */
export function wasHeldBy(state: LockState, person: number): boolean {
  return state.former[person] !== undefined;
}

/** Whether another heartbeat would extend the lease. */
export function isExtendable({ until, limitAt }: { until: string; limitAt: string | null }): boolean {
  return limitAt === null || Date.parse(until) < Date.parse(limitAt);
}

/** When the last minute of the person's own lease begins, in milliseconds; Infinity without a lease. */
export function lastMinuteOf(lock: Lock): number {
  return lock.kind === "mine" ? Date.parse(lock.until) - ENDING_MS : Infinity;
}

/** The limit belongs to one lease, so it is kept as long as `since` is the same. */
function limitOf(state: LockState, { since }: LockAnswered): string | null {
  // answers write the same time with three or six digits
  const isSameHold = state.since !== null && since !== null && Date.parse(state.since) === Date.parse(since);
  return isSameHold ? state.limitAt : null;
}

function formerAfter({ holder, until, former }: LockState, next: Person | null): LockState["former"] {
  const all = Object.entries(former).filter(([id]) => Number(id) !== next?.id);
  if (holder && until && holder.id !== next?.id) all.push([String(holder.id), until]);
  return Object.fromEntries(all);
}

function isSame(state: LockState, next: LockAnswered): boolean {
  return (
    state.version === next.version &&
    state.holder?.id === next.holder?.id &&
    state.since === next.since &&
    state.until === next.until &&
    state.limitAt === next.limitAt
  );
}
