import { describe, expect, test } from "vitest";

import { clockOf } from "./due-clock";

const HOUR = 3_600_000;
const CREATED = "2026-11-20T08:00:00Z";
const DUE = "2026-11-21T08:00:00Z";
const after = (hours: number) => clockOf(CREATED, DUE, Date.parse(CREATED) + hours * HOUR);

describe("the ring of an item", () => {
  test("fills up with the time that is gone", () => {
    expect(after(0).share).toBe(0);
    expect(after(6)).toEqual({ share: 0.25, left: 18 * HOUR, tone: null });
  });

  test("turns amber when less than a tenth of the time is left", () => {
    expect(after(21.5).tone).toBeNull();
    expect(after(21.7).tone).toBe("soon");
  });

  test("is over after it was due, and full", () => {
    expect(after(25)).toEqual({ share: 1, left: -HOUR, tone: "over" });
  });

  test("takes an item that was due before it was made", () => {
    expect(clockOf(DUE, CREATED, Date.parse(DUE)).tone).toBe("over");
  });
});
