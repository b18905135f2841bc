import { describe, expect, test } from "vitest";

import { aPage, aRow, CALLUM, heldBy } from "@/testing/desk/factories";

import { mergePages } from "./merge-pages";

const page = (askedAt: number, ...ids: number[]) => ({ askedAt, value: aPage(ids.map((id) => aRow(id))) });
const ids = (...merge: Parameters<typeof mergePages>) => mergePages(...merge).map(({ row }) => row.task_id);

describe("the pages of a list", () => {
  test("follow one another", () => {
    expect(ids([page(1, 4, 6), page(2, 8, 9)])).toEqual([4, 6, 8, 9]);
  });

  test("show a task that stands on two of them once, at its first place", () => {
    expect(ids([page(1, 4, 6, 8), page(2, 8, 9)])).toEqual([4, 6, 8, 9]);
  });

  test("tell of such a task what was asked for last", () => {
    const held = { askedAt: 3, value: aPage([aRow(6, heldBy(CALLUM))]) };
    const [task] = mergePages([page(1, 6), held]);
    expect(task).toMatchObject({ askedAt: 3, row: { locked_by: "Callum Frayne" } });
    expect(mergePages([held, page(1, 6)])[0]).toMatchObject({ askedAt: 3 });
  });

  test("leave out what this desk has decided", () => {
    expect(ids([page(1, 4, 6), page(2, 8)], new Set([6]))).toEqual([4, 8]);
  });
});
