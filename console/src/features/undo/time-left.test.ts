import { describe, expect, test } from "vitest";

import { formatCountdown } from "@/lib/dates";
import { aDecision } from "@/testing/desk/factories";

import { canBeUndone, timeLeft } from "./time-left";

const DECIDED = Date.parse("2026-11-20T09:00:00Z");
const held = aDecision(4, { decided_at: "2026-11-20T09:00:00.000100Z", undo_until: "2026-11-20T09:15:00.004Z" });

describe("the time left to undo", () => {
  test.each([
    ["a clock that is behind by two seconds", -2_000, "15:00"],
    ["a clock that is right", 0, "15:00"],
    ["a clock that is ahead", 1_500, "14:59"],
  ])("begins at the limit, with %s", (_, drift, shown) => {
    expect(formatCountdown(timeLeft(held, DECIDED + drift))).toBe(shown);
  });

  test("is over in its last second, and for what cannot be undone", () => {
    expect(timeLeft(held, DECIDED + 899_000)).toBeGreaterThan(0);
    expect(timeLeft(held, DECIDED + 899_500)).toBe(0);
    expect(timeLeft(aDecision(4, { undo_until: null }), DECIDED)).toBe(0);
  });

  test("does not matter once the server has said why it cannot be undone", () => {
    expect(canBeUndone(held, DECIDED)).toBe(true);
    expect(canBeUndone({ ...held, refusal: { code: "moved_on", holder: null } }, DECIDED)).toBe(false);
  });
});
