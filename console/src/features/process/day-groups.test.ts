import { describe, expect, test } from "vitest";

import { CALLUM, anEntry } from "@/testing/desk/factories";

import { byDay } from "./day-groups";
import { closingOf, sentenceOf } from "./entry-sentence";

const noon = (day: number) => new Date(2026, 10, day, 12).toISOString();

describe("a timeline", () => {
  test("tells the newest first, by days", () => {
    const days = byDay([anEntry(1, { at: noon(19) }), anEntry(2, { at: noon(20) }), anEntry(3, { at: noon(20) })]);
    expect(days.map(({ entries }) => entries.map(({ seq }) => seq))).toEqual([[3, 2], [1]]);
  });

  test("does not tell that somebody took an item when the next sentence says that they decided it", () => {
    const took = anEntry(1, { actor: CALLUM });
    const decided = anEntry(2, { action: "decide", actor: CALLUM });
    expect(byDay([took, decided])[0]?.entries).toEqual([decided]);
    const byAnother = anEntry(2, { action: "decide", actor: { id: 1, name: "Marta Ellwood" } });
    expect(byDay([took, byAnother])[0]?.entries).toHaveLength(2);
    expect(byDay([took])[0]?.entries).toEqual([took]);
  });
});

describe("a sentence", () => {
  test.each([
    [{ action: "decide", outcome: "approve" }, "decided.approve"],
    [{ action: "decide", outcome: "restrict" }, "decided.restrict"],
    [{ action: "decide", outcome: "merge" }, "decided.other"],
    [{ action: "start", data: { ground: "privacy" } }, "asked"],
    [{ action: "start", actor: CALLUM }, "added"],
    [{ action: "close" }, "close"],
    [{ action: "fire", outcome: "publish", to_node: "published" }, "fired.publish"],
    [{ action: "fire", outcome: "confirm", to_node: "rejected" }, "fired.confirm"],
    [{ action: "fire", outcome: "confirm", to_node: "declined" }, "fired.other"],
    [{ action: "fire", outcome: "verify", to_node: "pending" }, "fired.verify"],
    [{ action: "fire", outcome: "resolve" }, "fired.other"],
    [{ action: "vouch" }, "vouch"],
    [{ action: "amend", data: { changed: ["author_email"] } }, "amend"],
    [{ action: "amend", data: { changed: ["rating"], rating: { from: 5, to: 1 } } }, "amendStars"],
    [{ action: "screen", to_node: "investigation" }, "screen"],
    [{ action: "claim" }, "claim"],
    [{ action: "merged" }, "other"],
  ])("for %j is %s", (change, sentence) => {
    expect(sentenceOf(anEntry(1, change), 2)).toBe(sentence);
  });
});

test("an item was closed by the last decision of its own step", () => {
  const events = [
    anEntry(1, { action: "decide", node: "pending", to_node: "queued" }),
    anEntry(2, { action: "decide", node: "queued", to_node: "pending" }),
  ];
  expect(closingOf(undefined, events, "pending")?.seq).toBe(1);
  expect(closingOf(undefined, events, "escalated")).toBeUndefined();
  // a withdrawal after a hold is not the outcome of the decision
  const withdrawn = anEntry(3, { action: "withdraw", node: "", to_node: "withdrawn" });
  expect(closingOf(undefined, [...events, withdrawn], "pending")).toBe(withdrawn);
});
