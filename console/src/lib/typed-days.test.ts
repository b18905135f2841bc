import { expect, test } from "vitest";

import { formatTyped, readTyped } from "./typed-days";

const NOW = new Date(2026, 10, 27, 15, 0).getTime();

test.each([
  ["26/11/2026", "2026-11-26"],
  ["3/4", "2026-04-03"],
  ["3.4.25", "2025-04-03"],
  ["26 nov", "2026-11-26"],
  ["1st September 2025", "2025-09-01"],
  ["2026-11-26", "2026-11-26"],
  ["today", "2026-11-27"],
  ["Yesterday", "2026-11-26"],
])("%s is the day %s", (typed, day) => {
  expect(readTyped(typed, false, NOW)).toBe(day);
  expect(readTyped(`${typed} 9:05`, true, NOW)).toBe(`${day}T09:05`);
  expect(readTyped(formatTyped(day), false, NOW)).toBe(day);
});

test.each(["31/02/2026", "13/13/2026", "11/26/2026", "26", "soon", "26 foo", "26/11/2026 14:30"])("%s is no day", (typed) => {
  expect(readTyped(typed, false, NOW)).toBeNull();
});

test("a moment needs its time, and is written as it is read", () => {
  expect(readTyped("26/11/2026", true, NOW)).toBeNull();
  expect(readTyped("26/11/2026 25:00", true, NOW)).toBeNull();
  expect(formatTyped("2036-01-02T10:30")).toBe("02/01/2036 10:30");
  expect(readTyped("2036-01-02T10:30", true, NOW)).toBe("2036-01-02T10:30");
});
