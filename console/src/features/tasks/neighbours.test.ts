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

const notDone = () => false;

describe("after a decision", () => {
  test("what the server would serve next comes up, wherever it stands in the list", () => {
    expect(afterTask({ tasks, nextUp: [5, 1, 3] }, 3, ME, notDone)).toBe(5);
    expect(afterTask({ tasks, nextUp: [99, 1] }, 3, ME, notDone)).toBe(99);
    expect(afterTask({ tasks, nextUp: [3, 1] }, 3, ME, notDone)).toBe(1);
  });

  test("of what the server named, what somebody has taken since is passed over", () => {
    expect(afterTask({ tasks, nextUp: [2, 4, 5] }, 3, ME, notDone)).toBe(5);
  });

  test("what was left since comes last", () => {
    expect(afterTask({ tasks, nextUp: [1, 3, 5] }, 3, ME, (id) => id === 1)).toBe(5);
    expect(afterTask({ tasks, nextUp: [1] }, 3, ME, (id) => id !== 5)).toBe(5);
    expect(afterTask({ tasks: [], nextUp: [1] }, 3, ME, () => true)).toBe(1);
  });

  test("where the server names nothing, the first that is free or mine comes up", () => {
    expect(afterTask({ tasks, nextUp: [] }, 3, ME, notDone)).toBe(1);
    expect(afterTask({ tasks, nextUp: [] }, 1, ME, notDone)).toBe(3);
    expect(afterTask({ tasks: tasks.slice(0, 2), nextUp: [] }, 1, ME, notDone)).toBeNull();
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
