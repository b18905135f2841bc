import { describe, expect, test } from "vitest";

import { aPage, aRow, CALLUM, heldBy } from "@/testing/desk/factories";

import { mergePages } from "./merge-pages";

const page = (...ids: number[]) => aPage(ids.map((id) => aRow(id)));
const ids = (...merge: Parameters<typeof mergePages>) => mergePages(...merge).map((row) => row.task_id);

describe("the pages of a list", () => {
  test("follow one another", () => {
    expect(ids([page(4, 6), page(8, 9)])).toEqual([4, 6, 8, 9]);
  });

  test("show a task that stands on two of them once, at its first place", () => {
    expect(ids([page(4, 6, 8), page(8, 9)])).toEqual([4, 6, 8, 9]);
  });

  test("show of such a task what the later page says", () => {
    const held = aPage([aRow(6, heldBy(CALLUM))]);
    expect(mergePages([page(6), held])).toMatchObject([{ locked_by: "Callum Frayne" }]);
  });

  test("leave out what this desk has decided", () => {
    expect(ids([page(4, 6), page(8)], new Set([6]))).toEqual([4, 8]);
  });
});
