import type { Recipient } from "@/api/types";

/** In a draft people are a text like all else, which can be read: a line each. */
export const writePeople = (people: readonly Pick<Recipient, "key" | "name" | "email">[]): string =>
  people.map(({ key, name, email }) => `${name || email} (#${key})`).join("\n");

/** Their keys. */
export function readPeople(text: unknown): string[] {
  if (typeof text !== "string") return [];
  return text.split("\n").flatMap((line) => /\(#([0-9a-f]+)\)$/.exec(line)?.[1] ?? []);
}
