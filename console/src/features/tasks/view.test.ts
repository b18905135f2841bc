import { describe, expect, test } from "vitest";

import type { Facet } from "@/lib/desk";
import { aDesk } from "@/testing/factories";

import { isFiltered, NO_FILTERS, readView, writeView } from "./view";

const { facets } = aDesk();
const COURT: Facet = {
  name: "court",
  title: "Court",
  type: "choice",
  least: null,
  most: null,
  choices: [
    { value: "high", title: "High Court" },
    { value: "county", title: "County Court" },
  ],
};
const read = (address: string) => readView(new URLSearchParams(address), [...facets, COURT]);

describe("a view", () => {
  test("comes back from its address", () => {
    const view = { filters: { facets: { rating: 2, flagged: true, court: "high" }, company: 7, person: 7, q: "spaniel & co", snoozed: true, overdue: true }, item: 41 };
    expect(read(writeView(view).toString())).toEqual(view);
  });

  test("without anything has an empty address", () => {
    expect(writeView({ filters: NO_FILTERS, item: null }).toString()).toBe("");
    expect(isFiltered(NO_FILTERS)).toBe(false);
  });

  test.each(["rating=9", "rating=two", "item=-4", "item=1e9", "item=0", "company=", "flagged=yes", "court=low"])(
    "takes nothing from %s",
    (address) => {
      expect(read(address)).toEqual({ filters: NO_FILTERS, item: null });
    },
  );

  test("takes no facet that its list does not have", () => {
    expect(readView(new URLSearchParams("rating=2&court=high"), [COURT]).filters.facets).toEqual({ court: "high" });
  });

  test("takes no more words than the server does", () => {
    expect(read(`q=${"x".repeat(500)}`).filters.q).toHaveLength(200);
  });
});
