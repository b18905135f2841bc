import { expect, test } from "vitest";

import { placeOf } from "./where";

const LIST = { pathname: "/reviews/moderate", search: "?rating=3&item=4" };

test("an undone item is shown in the list in which it was decided, with its filters", () => {
  expect(placeOf(4, LIST, { pathname: "/reviews/backlog", search: "" })).toBe("/reviews/moderate?rating=3&item=4");
});

test("an item that was decided on its own page is shown there", () => {
  expect(placeOf(4, { pathname: "/tickets/7", search: "" }, LIST)).toBe("/tickets/7");
});

test("the filters of the list on screen stay as they are now", () => {
  expect(placeOf(4, LIST, { ...LIST, search: "?flagged=true&item=9" })).toBe("/reviews/moderate?flagged=true&item=4");
});
