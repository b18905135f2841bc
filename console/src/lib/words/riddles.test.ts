import { expect, test } from "vitest";

import desk from "@/api/desk.json";

import { en } from "./en";
import { later } from "./en/later";

/** Phrases that new moderators did not understand; the catalogue says each in another way. */
const RIDDLES = [
  "Look beside this review",
  "no copy",
  "Empty: the rule",
  "As what they ask",
  "For one:",
  "of the decided ones declined",
  "items were not moved",
  "at today",
  "decided: I would",
  "it comes last for you",
  "More of the desk",
  "There since",
  "Reinstate",
  "Reading does not take it",
  "Over by",
  "in hand",
  "who asked",
  "let the lock run out",
  "the most items allowed",
  "Decided the same",
  "no reviews yet", // it was beside the number of waiting reviews
  "is noted",
  "They believe",
  "either.",
  "has much to do",
  "This is a new item",
  "nothing has followed",
  "stands here",
  "Whether history",
  "Without a first day",
  "Set aside", // everywhere else "put off"
];

/** All sentences of a catalogue, with their keys. */
function sentences(words: object, names: readonly string[] = []): [name: string, sentence: string][] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) => {
    const path = [...names, name];
    if (typeof value === "object" && value !== null) return sentences(value, path);
    return typeof value === "string" ? [[path.join("."), value] as [string, string]] : [];
  });
}

test("no sentence of the catalogue, and no title that the server declares, is a known riddle", () => {
  const all = [...sentences({ ...en, ...later }), ...sentences(desk)];
  expect(all.length).toBeGreaterThan(700);
  const riddles = RIDDLES.map((phrase) => phrase.toLowerCase());
  expect(all.filter(([, sentence]) => riddles.some((phrase) => sentence.toLowerCase().includes(phrase)))).toEqual([]);
});

test("every sentence with an apostrophe or quotation marks has the typographic ones, but those of the specification and what is typed", () => {
  const isAsItIs = (name: string) => name.startsWith("states.error.") || name.endsWith(".typed");
  const straight = sentences({ ...en, ...later }).filter(([name, sentence]) => /['"]/.test(sentence.replace(/<[^>]+>/g, "")) && !isAsItIs(name));
  expect(straight).toEqual([]);
});
