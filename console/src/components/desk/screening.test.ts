import { describe, expect, test } from "vitest";

import { words } from "@/lib/words";

import { findingsOf, screeningOf, warningsOf } from "./screening";

const found = (change: object) => {
  const screening = screeningOf({ words: 0, copies: 0, blacklisted: false, investigate: false, propose: "", ...change });
  if (!screening) throw new Error("not read");
  return screening;
};

describe("screening", () => {
  test("that found nothing warns of nothing, and says so in the timeline", () => {
    expect(warningsOf(found({}), words.t)).toEqual([]);
    expect(findingsOf(found({}), words.t)).toBe("Screening found no listed words, the author is not on the blacklist, no duplicates.");
  });

  test("warns of a blacklisted author, of copies and of a proposed rejection", () => {
    expect(warningsOf(found({ blacklisted: true, copies: 2, propose: "reject" }), words.t)).toEqual([
      "the author is on the blacklist",
      "the same text as 2 other reviews",
      "a listed word suggests a rejection, and a person decides",
    ]);
  });

  test("of a process that has none is not made up", () => {
    expect(screeningOf(null)).toBeNull();
    expect(screeningOf({ process: 4 })).toBeNull();
  });
});
