import { describe, expect, test } from "vitest";

import { statusNames } from "@/lib/desk";
import { aDesk } from "@/testing/factories";

import { EVERYTHING, queryOf, readView, writeView } from "./view";

const read = (params: URLSearchParams) => readView(params, statusNames(aDesk()));

describe("a view in the address", () => {
  test("comes back as it was", () => {
    const view = {
      ...EVERYTHING,
      status: "published",
      source: "nhs",
      company: 3,
      rating: 1,
      since: "2026-11-02",
      q: "ring",
      flagged: true,
      sort: "moved",
      ascending: true,
    } as const;
    expect(read(writeView(view))).toEqual(view);
    expect(writeView(EVERYTHING).toString()).toBe("");
  });

  test("takes what makes no sense as not there", () => {
    const odd = "status=gone&source=x&company=-1&rating=9&since=soon&until=2026-13-45&sort=colour&direction=up&flagged=1";
    expect(read(new URLSearchParams(odd))).toEqual(EVERYTHING);
    expect(read(new URLSearchParams("sort=moved")).sort).toBe("received");
  });

  test("asks for whole days", () => {
    const { since, until } = queryOf({ ...EVERYTHING, since: "2026-11-02", until: "2026-11-02" });
    expect(new Date(until ?? "").getTime() - new Date(since ?? "").getTime()).toBe(24 * 60 * 60 * 1_000);
  });
});
