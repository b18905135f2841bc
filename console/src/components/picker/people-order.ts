import type { Colleague } from "@/api/types";
import { fold, hasBeginnings } from "@/lib/fold";

/**
 * The people whose names contain, for each typed word, a part that begins with it. First exact matches of the name,
 * then people on duty, then the signed-in person, then by name.
 */
export function inOrder(people: readonly Colleague[], words: string, me: number): Colleague[] {
  return people
    .filter(({ name }) => hasBeginnings(name, words))
    .sort(
      (one, other) =>
        Number(isNamed(other, words)) - Number(isNamed(one, words)) ||
        Number(other.on_duty) - Number(one.on_duty) ||
        Number(other.id === me) - Number(one.id === me) ||
        one.name.localeCompare(other.name),
    );
}

/** Whether the words are the full name. */
const isNamed = ({ name }: Colleague, words: string): boolean => fold(name) === fold(words.trim());
