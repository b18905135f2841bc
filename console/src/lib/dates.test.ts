import { describe, expect, test } from "vitest";

import { ageOf, formatAge, formatCountdown, formatDay, formatMoment, formatNumber, formatWeekday } from "./dates";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (day: number, hour = 12, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

describe("an age", () => {
  test.each([
    [-5 * MINUTE, "<\u00a01\u00a0min"],
    [59_999, "<\u00a01\u00a0min"],
    [MINUTE, "1\u00a0min"],
    [38 * MINUTE, "38\u00a0min"],
    [HOUR, "1\u00a0h"],
    [HOUR + 5 * MINUTE, "1\u00a0h\u00a005"],
    [23 * HOUR + 59 * MINUTE, "23\u00a0h\u00a059"],
    [DAY, "1\u00a0d"],
    [2 * DAY + 4 * HOUR, "2\u00a0d\u00a04\u00a0h"],
    [6 * DAY + 23 * HOUR, "6\u00a0d\u00a023\u00a0h"],
    [12 * DAY + 5 * HOUR, "12\u00a0d"],
  ])("of %i ms is %s", (ms, words) => {
    expect(formatAge(ms)).toBe(words);
  });

  test("counts from a moment to now", () => {
    expect(ageOf(new Date(at(20, 9)), at(20, 11, 30))).toBe("2\u00a0h\u00a030");
  });
});

describe("a date", () => {
  test("is British", () => {
    expect(formatDay(at(20))).toBe("20 November 2026");
    expect(formatWeekday(at(20))).toBe("Friday 20 November 2026");
    expect(formatNumber(38114)).toBe("38,114");
  });

  test("is named from where today stands", () => {
    const now = at(20, 15);
    expect(formatMoment(at(20, 9, 14), now)).toBe("today, 09:14");
    expect(formatMoment(at(19, 16, 2), now)).toBe("yesterday, 16:02");
    expect(formatMoment(at(3, 8), now)).toBe("3 November, 08:00");
    expect(formatMoment(new Date(2025, 10, 3, 8), now)).toBe("3 November 2025, 08:00");
  });
});

test("a countdown rounds up, and never goes below nought", () => {
  expect(formatCountdown(252_000)).toBe("4:12");
  expect(formatCountdown(20_100)).toBe("0:21");
  expect(formatCountdown(-1)).toBe("0:00");
});
