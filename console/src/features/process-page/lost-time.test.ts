import { expect, test } from "vitest";

import type { StepFigures } from "@/api/types";

import { byLostTime } from "./lost-time";

function step(name: string, open: number, waiting: number | null, overdue = open): StepFigures {
  const times = { whole: waiting, waiting, handling: null };
  return { name, title: name, open, oldest_at: null, put_off: 0, overdue, is_shared: false, passed: 10, again: 0, median: times, slow: times };
}

const marked = (...steps: StepFigures[]) => byLostTime(steps).filter(({ isBottleneck }) => isBottleneck).map(({ name }) => name);

test("the bottleneck is where the items that stand there wait longest in all, not where most of them stand", () => {
  expect(marked(step("pending", 40, 60), step("investigation", 10, 7_200), step("backlog", 1, 9_000))).toEqual(["investigation"]);
});

test("many items that only the clock moves are none, nor is a slow step in which nothing stands", () => {
  expect(marked(step("queued", 900, null), step("pending", 2, 60), step("escalated", 0, 90_000))).toEqual(["pending"]);
  expect(marked(step("queued", 900, null), step("escalated", 0, 90_000))).toEqual([]);
  expect(marked()).toEqual([]);
});

test("a step in which nothing waits longer than its clock is none, whatever its share", () => {
  expect(marked(step("new", 15, 120, 0))).toEqual([]);
  expect(marked(step("backlog", 900, 86_400, 0), step("pending", 40, 3_600, 4))).toEqual(["pending"]);
});

test("the step that loses most stands first, each with its share of the lost time", () => {
  const steps = byLostTime([step("pending", 10, 60), step("queued", 900, null), step("investigation", 1, 1_800)]);
  expect(steps.map(({ name, lost }) => [name, lost])).toEqual([["investigation", 0.75], ["pending", 0.25], ["queued", 0]]);
});
