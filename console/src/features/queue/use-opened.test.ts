import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import type { TaskRow } from "@/api/types";
import type { TaskList } from "@/features/tasks/use-task-list";
import type { ViewActions } from "@/features/tasks/use-view";
import { NO_FILTERS } from "@/features/tasks/view";
import { aRow, CALLUM, heldBy } from "@/testing/desk/factories";

import { useOpened } from "./use-opened";

const ROWS = [aRow(4, heldBy(CALLUM)), aRow(6), aRow(8)];
const isFree = (row: TaskRow) => !row.locked;

function opened(address: Partial<ViewActions>, list: Partial<TaskList> = {}) {
  const begin = vi.fn();
  const view = { filters: NO_FILTERS, item: null, phone: false, leaving: false, begin, ...address } as unknown as ViewActions;
  const { result } = renderHook(() => useOpened(view, { tasks: ROWS, changing: false, ...list } as TaskList, isFree));
  return { item: result.current.item, begin };
}

test("the first item that fits is open with the first drawing of the list, and the address follows", () => {
  const { item, begin } = opened({});
  expect(item).toBe(6);
  expect(begin.mock.calls).toEqual([[6]]);
});

test("while another page is on its way the address stays: a new one would end the way there", () => {
  const { item, begin } = opened({ leaving: true });
  expect(item).toBe(6);
  expect(begin).not.toHaveBeenCalled();
});

test.each([
  ["the address names an item", { item: 8 }, {}, 8],
  ["a phone shows the list alone", { phone: true }, {}, null],
  ["the rows are those of other filters", {}, { changing: true }, null],
  ["nothing is there", {}, { tasks: [] }, null],
] as const)("not where %s", (_where, address, list, shown) => {
  const { item, begin } = opened(address, list as Partial<TaskList>);
  expect(item).toBe(shown);
  expect(begin).not.toHaveBeenCalled();
});
