import { describe, expect, test } from "vitest";

import { aRow, CALLUM, heldBy } from "@/testing/desk/factories";

import { afterTask, aroundTask, besideTask } from "./neighbours";

const ME = 2;
const tasks = [
  aRow(1),
  aRow(2, heldBy(CALLUM)),
  aRow(3),
  aRow(4, { assigned_to: CALLUM }),
  aRow(5, heldBy({ id: ME, name: "Marta Ellwood" })),
];

describe("after a decision", () => {
  test("the next item that is free, or mine, comes up", () => {
    expect(afterTask(tasks, 1, ME)).toBe(3);
    expect(afterTask(tasks, 3, ME)).toBe(5);
  });

  test("at the end of the list it is the nearest before", () => {
    expect(afterTask(tasks, 5, ME)).toBe(3);
  });

  test("of the only free item, none", () => {
    expect(afterTask(tasks.slice(0, 2), 1, ME)).toBeNull();
  });

  test("of an item that is not in the list, the first free one", () => {
    expect(afterTask(tasks, 99, ME)).toBe(1);
  });
});

describe("j and k", () => {
  test("move by one and stay at the ends; others' items can be read too", () => {
    expect(besideTask(tasks, 1, 1)).toBe(2);
    expect(besideTask(tasks, 1, -1)).toBe(1);
    expect(besideTask(tasks, 5, 1)).toBe(5);
  });

  test("begin at the top when nothing is open", () => {
    expect(besideTask(tasks, null, 1)).toBe(1);
    expect(besideTask([], null, 1)).toBeNull();
  });
});

test("fetched ahead are the two that follow and the one before", () => {
  expect(aroundTask(tasks, 3)).toEqual([4, 5, 2]);
  expect(aroundTask(tasks, null)).toEqual([1, 2]);
});
