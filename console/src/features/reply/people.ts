import type { Recipient } from "@/api/types";

/** People as they are stored in a draft: as readable text, one line each. */
export const writePeople = (people: readonly Pick<Recipient, "key" | "name" | "email">[]): string =>
  people.map(({ key, name, email }) => `${name || email} (#${key})`).join("\n");

/** The keys of the people in such a text. */
export function readPeople(text: unknown): string[] {
  if (typeof text !== "string") return [];
  return text.split("\n").flatMap((line) => /\(#([0-9a-f]+)\)$/.exec(line)?.[1] ?? []);
}
