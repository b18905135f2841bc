import type { FlaggedWord } from "@/api/types";

import type { Mark } from "./marks";

/** A banned word that matched a text once or more. */
export interface Flag {
  number: number;
  word: string;
  action: string;
  /** The parts of the subject in which it matched, each once, in the order of the matches. */
  fields: string[];
  times: number;
}

/** The banned words of a subject, each entry once, numbered in the order of their first match. */
export function flagsOf(words: readonly FlaggedWord[]): Flag[] {
  const flags = new Map<string, Flag>();
  for (const found of words) {
    const known = flags.get(keyOf(found));
    if (known) {
      known.times += 1;
      if (!known.fields.includes(found.field)) known.fields.push(found.field);
    } else {
      const { word, action, field } = found;
      flags.set(keyOf(found), { number: flags.size + 1, word, action, fields: [field], times: 1 });
    }
  }
  return [...flags.values()];
}

/** The marks in one part of the subject. */
export function marksIn(field: string, words: readonly FlaggedWord[]): Mark[] {
  const numbers = new Map(words.map((found) => [keyOf(found), 0]));
  [...numbers.keys()].forEach((key, index) => numbers.set(key, index + 1));
  return words
    .filter((found) => found.field === field)
    .map((found) => ({
      start: found.start,
      end: found.end,
      number: numbers.get(keyOf(found)) ?? 0,
      strong: found.action !== "flag",
    }));
}

const keyOf = ({ entry_id, word, action }: FlaggedWord): string => `${entry_id} ${action} ${word}`;
