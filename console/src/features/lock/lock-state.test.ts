import { describe, expect, test } from "vitest";

import { isExtendable, type LockNote, lockOf, type Sighting } from "./lock-state";

const ME = { id: 2, name: "Marta Ellwood" };
const CALLUM = { id: 9, name: "Callum Frayne" };
const NOW = Date.parse("2026-11-20T09:30:00Z");
const minutes = (count: number) => new Date(NOW + count * 60_000).toISOString();

const free = (at = 1): Sighting => ({ at, holder: null, since: null, until: null, limitAt: null });
const mine = (until = 4, at = 1): Sighting => ({ at, holder: ME, since: minutes(-1), until: minutes(until), limitAt: null });
const callums = (at = 1): Sighting => ({ at, holder: CALLUM, since: minutes(-2), until: minutes(3), limitAt: null });
const note = (change: Partial<LockNote>): LockNote => ({ sighting: null, had: null, loss: null, closed: null, ...change });

function lock(change: Partial<Parameters<typeof lockOf>[0]>) {
  return lockOf({ sightings: [free()], note: null, open: true, assignee: null, me: ME.id, now: NOW, ...change });
}

describe("a lock", () => {
  test("that nobody has is free", () => {
    expect(lock({})).toEqual({ kind: "free" });
  });

  test("of mine lasts until its end", () => {
    expect(lock({ sightings: [mine()] })).toMatchObject({ kind: "mine", until: minutes(4) });
  });

  test("of somebody else names them and the time", () => {
    expect(lock({ sightings: [callums()] })).toEqual({ kind: "held", by: CALLUM, since: minutes(-2), lost: false });
  });

  test("of somebody else whose lease has run out is free before any sweep", () => {
    expect(lock({ sightings: [{ ...callums(), until: minutes(-1) }] })).toEqual({ kind: "free" });
  });

  test("is with the one to whom the item is assigned, unless that is me", () => {
    expect(lock({ assignee: CALLUM })).toEqual({ kind: "assigned", to: CALLUM });
    expect(lock({ assignee: ME })).toEqual({ kind: "free" });
  });

  test("of a decided item is closed, by whom and when where that was told", () => {
    expect(lock({ open: false, sightings: [mine()] })).toEqual({ kind: "closed", by: null, at: null });
    expect(lock({ note: note({ closed: { by: CALLUM, at: minutes(-1) } }) })).toEqual({
      kind: "closed",
      by: CALLUM,
      at: minutes(-1),
    });
  });
});

describe("of two sightings", () => {
  test("the later asked-for one counts, in whatever order they arrive", () => {
    expect(lock({ sightings: [free(1), mine(4, 2)] }).kind).toBe("mine");
    expect(lock({ sightings: [mine(4, 2), free(1)] }).kind).toBe("mine");
    expect(lock({ sightings: [mine(4, 1), callums(2)] }).kind).toBe("held");
  });

  test("what this desk did counts before a list that was asked for earlier", () => {
    expect(lock({ sightings: [free(5)], note: note({ sighting: mine(5, 6), had: minutes(5) }) }).kind).toBe("mine");
  });
});

describe("the end of my lock", () => {
  const had = note({ sighting: mine(-1), had: minutes(-1) });

  test("is told with its time when it ran out", () => {
    expect(lock({ sightings: [], note: had })).toEqual({ kind: "ended", at: minutes(-1) });
  });

  test("is told without one when the item is free before it", () => {
    expect(lock({ sightings: [free(9)], note: note({ sighting: mine(4), had: minutes(4) }) })).toEqual({
      kind: "ended",
      at: null,
    });
  });

  test("is a loss when somebody else has the item now", () => {
    expect(lock({ sightings: [callums(9)], note: had })).toMatchObject({ kind: "held", by: CALLUM, lost: true });
  });

  test("is no news when I gave the item back", () => {
    expect(lock({ sightings: [], note: note({ sighting: free(3) }) })).toEqual({ kind: "free" });
  });
});

describe("the limit of a lock", () => {
  const limited = note({ sighting: { ...mine(4, 1), limitAt: minutes(20) }, had: minutes(4) });

  test("stays known when a list tells of the same hold without it", () => {
    expect(lock({ sightings: [mine(4, 2)], note: limited })).toMatchObject({ kind: "mine", limitAt: minutes(20) });
  });

  test("is another one for another hold", () => {
    const again = { ...mine(4, 2), since: minutes(0) };
    expect(lock({ sightings: [again], note: limited })).toMatchObject({ kind: "mine", limitAt: null });
  });

  test("stops the heartbeat once it is reached", () => {
    expect(isExtendable({ until: minutes(4), limitAt: minutes(20) })).toBe(true);
    expect(isExtendable({ until: minutes(20), limitAt: minutes(20) })).toBe(false);
    expect(isExtendable({ until: minutes(4), limitAt: null })).toBe(true);
  });
});
