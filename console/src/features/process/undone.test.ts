import { expect, test } from "vitest";

import { anEntry } from "@/testing/desk/factories";

import { undoneIn } from "./undone";

const decided = (seq: number, outcome: string, node = "pending") => anEntry(seq, { action: "decide", outcome, node });
const undone = (seq: number, outcome: string, node = "pending") => anEntry(seq, { action: "undo", outcome, to_node: node });

test("an undo takes back the newest decision with its outcome in its step", () => {
  expect([...undoneIn([decided(1, "escalate"), undone(2, "escalate"), decided(3, "escalate")])]).toEqual([1]);
});

test("several are taken back one after another", () => {
  const all = [decided(1, "approve"), decided(2, "recall", "queued"), undone(3, "recall", "queued"), undone(4, "approve")];
  expect([...undoneIn(all)]).toEqual([2, 1]);
});

test("what the story has left out is not looked for", () => {
  expect([...undoneIn([undone(2, "approve")])]).toEqual([]);
});
