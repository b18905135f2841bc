import { describe, expect, test } from "vitest";

import { presetsAt } from "./presets";

const at = (year: number, month: number, day: number, hour = 14) => new Date(year, month - 1, day, hour).getTime();
const told = (now: number) => presetsAt(now).map(({ name, at: moment }) => `${name} ${moment.toDateString()} ${moment.getHours()}`);

describe("the moments to put an item off until", () => {
  test("on a Friday", () => {
    expect(told(at(2026, 11, 20))).toEqual([
      "hour Fri Nov 20 2026 15",
      "threeHours Fri Nov 20 2026 17",
      "tomorrow Sat Nov 21 2026 9",
      "monday Mon Nov 23 2026 9",
      "week Fri Nov 27 2026 9",
    ]);
  });

  test("on a Sunday tomorrow is Monday, and said once", () => {
    expect(told(at(2026, 11, 22)).filter((moment) => moment.includes("Mon Nov 23"))).toEqual(["tomorrow Mon Nov 23 2026 9"]);
  });

  test("on a Monday the next one is a week away", () => {
    expect(told(at(2026, 11, 23)).filter((moment) => moment.includes("Nov 30"))).toEqual(["monday Mon Nov 30 2026 9"]);
  });

  test("late at night stand in the order of time", () => {
    const moments = presetsAt(at(2026, 11, 20, 23)).map((preset) => +preset.at);
    expect(moments).toEqual([...moments].sort((one, other) => one - other));
  });
});
