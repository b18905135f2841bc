import { describe, expect, test } from "vitest";

import { isExtendable, type LockAnswered, lockOf, type LockState, withAnswer } from "./lock-state";

const ME = { id: 2, name: "Marta Ellwood" };
const CALLUM = { id: 9, name: "Callum Frayne" };
const NOW = Date.parse("2026-11-20T09:30:00Z");
const minutes = (count: number) => new Date(NOW + count * 60_000).toISOString();

const free = (version = 1): LockAnswered => ({ version, holder: null, since: null, until: null, limitAt: null });
const mine = (version = 1, until = 4): LockAnswered => ({ version, holder: ME, since: minutes(-1), until: minutes(until), limitAt: null });
const callums = (version = 1): LockAnswered => ({ version, holder: CALLUM, since: minutes(-2), until: minutes(3), limitAt: null });

/** The state after answers that arrive in this order. */
function after(...answers: [LockAnswered, ...LockAnswered[]]): LockState {
  const [first, ...rest] = answers;
  return rest.reduce(withAnswer, withAnswer(null, first));
}

function lock(state: LockState, change: Partial<Parameters<typeof lockOf>[0]> = {}) {
  return lockOf({ state, open: true, assignee: null, me: ME.id, now: NOW, ...change });
}

describe("a lock", () => {
  test("that nobody has is free", () => {
    expect(lock(after(free()))).toEqual({ kind: "free" });
  });

  test("of mine lasts until its end", () => {
    expect(lock(after(mine()))).toMatchObject({ kind: "mine", until: minutes(4) });
  });

  test("of somebody else names them and the time", () => {
    expect(lock(after(callums()))).toEqual({ kind: "held", by: CALLUM, since: minutes(-2), lost: false });
  });

  test("of somebody else whose lease has run out is free before any sweep", () => {
    expect(lock(after({ ...callums(), until: minutes(-1) }))).toEqual({ kind: "free" });
  });

  test("is with the person to whom the item is assigned, unless that is me", () => {
    expect(lock(after(free()), { assignee: CALLUM })).toEqual({ kind: "assigned", to: CALLUM });
    expect(lock(after(free()), { assignee: ME })).toEqual({ kind: "free" });
  });

  test("of a decided item is closed, by whom and when where an answer says so", () => {
    expect(lock(after(mine()), { open: false })).toEqual({ kind: "closed", by: null, at: null });
    const closed = { by: CALLUM, at: minutes(-1) };
    expect(lock({ ...after(mine()), closed })).toEqual({ kind: "closed", ...closed });
  });
});

describe("of two answers", () => {
  test("the one with the higher version counts, in whatever order they arrive", () => {
    expect(lock(after(free(1), mine(2))).kind).toBe("mine");
    expect(lock(after(mine(2), free(1))).kind).toBe("mine");
    expect(lock(after(mine(1), callums(2))).kind).toBe("held");
    expect(lock(after(callums(3), mine(2))).kind).toBe("held");
  });

  test("with one version, the one that has seen the end of the lease counts", () => {
    expect(lock(after(callums(2), free(2))).kind).toBe("free");
    expect(lock(after(free(2), callums(2))).kind).toBe("free");
  });

  test("the second that says nothing new changes nothing", () => {
    const state = after(mine(2));
    expect(withAnswer(state, mine(2))).toBe(state);
    expect(withAnswer(state, callums(1))).toBe(state);
  });
});

describe("the end of my lock", () => {
  test("is shown with its time when it ran out", () => {
    expect(lock(after(mine(1, -1)))).toEqual({ kind: "ended", at: minutes(-1) });
    expect(lock(after(mine(1, -1), free(1)))).toEqual({ kind: "ended", at: minutes(-1) });
  });

  test("is shown without a time when the item is free before it", () => {
    expect(lock(after(mine(1), free(2)))).toEqual({ kind: "ended", at: null });
  });

  test("is a loss when somebody else has the item now, whoever had it in between", () => {
    expect(lock(after(mine(1, -1), callums(2)))).toMatchObject({ kind: "held", by: CALLUM, lost: true });
    const other = { ...callums(3), holder: { id: 7, name: "Ida Brook" } };
    expect(lock(after(mine(1), callums(2), other))).toMatchObject({ kind: "held", lost: true });
  });

  test("is none any more when I hold the item again", () => {
    expect(lock(after(mine(1), callums(2), mine(3), free(4))).kind).toBe("ended");
    expect(lock(after(mine(1), callums(2), mine(3))).kind).toBe("mine");
  });
});

describe("the limit of a lock", () => {
  const limited = { ...mine(1), limitAt: minutes(20) };

  test("stays when a list shows the same hold without it", () => {
    expect(lock(after(limited, mine(2)))).toMatchObject({ kind: "mine", limitAt: minutes(20) });
  });

  test("is another one for another hold", () => {
    const again = { ...mine(2), since: minutes(0) };
    expect(lock(after(limited, again))).toMatchObject({ kind: "mine", limitAt: null });
  });

  test("stops the heartbeat once it is reached", () => {
    expect(isExtendable({ until: minutes(4), limitAt: minutes(20) })).toBe(true);
    expect(isExtendable({ until: minutes(20), limitAt: minutes(20) })).toBe(false);
    expect(isExtendable({ until: minutes(4), limitAt: null })).toBe(true);
  });
});
