import type { Colleague } from "@/api/types";
import { fold, hasBeginnings } from "@/lib/fold";

/**
 * The people whose names have a part beginning with each of the words. First those with exactly this name; then those on
 * duty, the person at this desk before others, then by name.
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

/** Whether the words are the whole name. */
const isNamed = ({ name }: Colleague, words: string): boolean => fold(name) === fold(words.trim());
