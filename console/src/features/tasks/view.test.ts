import { describe, expect, test } from "vitest";

import { isFiltered, NO_FILTERS, readView, writeView } from "./view";

const read = (address: string) => readView(new URLSearchParams(address));

describe("a view", () => {
  test("comes back from its address", () => {
    const view = { filters: { rating: 2, flagged: true, company: 7, person: 7, q: "spaniel & co", snoozed: true, overdue: true }, item: 41 };
    expect(readView(writeView(view))).toEqual(view);
  });

  test("without anything has an empty address", () => {
    expect(writeView({ filters: NO_FILTERS, item: null }).toString()).toBe("");
    expect(isFiltered(NO_FILTERS)).toBe(false);
  });

  test.each(["rating=9", "rating=two", "item=-4", "item=1e9", "item=0", "company=", "flagged=yes"])(
    "takes nothing from %s",
    (address) => {
      expect(read(address)).toEqual({ filters: NO_FILTERS, item: null });
    },
  );

  test("takes no more words than the server does", () => {
    expect(read(`q=${"x".repeat(500)}`).filters.q).toHaveLength(200);
  });
});
