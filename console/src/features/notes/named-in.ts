interface Named {
  id: number;
  name: string;
}

/**
 * The colleague whom `@Name` in a note refers to; null without an `@`, "unclear" if it matches nobody or several
 * people.
 */
export function namedIn<Person extends Named>(text: string, people: readonly Person[]): Person | null | "unclear" {
  const marks = [...text.matchAll(/(?<![\p{L}\p{N}._-])@(?=\p{L})/gu)];
  if (marks.length === 0) return null;
  const found = new Set(marks.map(({ index }) => meant(text.slice(index + 1).toLowerCase(), people)));
  const [one] = found;
  return found.size === 1 && one ? one : "unclear";
}

/** The person whose full name follows, otherwise the person whose first name does, if only one matches. */
function meant<Person extends Named>(rest: string, people: readonly Person[]): Person | undefined {
  const begins = (name: string) => rest.startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length));
  const whole = people.filter(({ name }) => begins(name));
  const first = people.filter(({ name }) => begins(name.split(" ")[0] ?? name));
  return whole.length === 1 ? whole[0] : first.length === 1 ? first[0] : undefined;
}

/**
 * The text between an `@` and the caret, in lower case, and the position of the `@`; null if no name is being typed.
 */
export function askedFor(text: string, caret: number): { from: number; words: string } | null {
  const found = /(?<![\p{L}\p{N}._-])@([\p{L}][\p{L}' -]{0,40})?$/u.exec(text.slice(0, caret));
  return found ? { from: found.index, words: (found[1] ?? "").toLowerCase() } : null;
}
