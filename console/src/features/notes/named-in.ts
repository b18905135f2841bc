interface Named {
  id: number;
  name: string;
}

/** The colleague whom `@Name` in a note means; null where there is no `@`, "unclear" where it means none or several. */
export function namedIn<Person extends Named>(text: string, people: readonly Person[]): Person | null | "unclear" {
  const marks = [...text.matchAll(/(?<![\p{L}\p{N}._-])@(?=\p{L})/gu)];
  if (marks.length === 0) return null;
  const found = new Set(marks.map(({ index }) => meant(text.slice(index + 1).toLowerCase(), people)));
  const [one] = found;
  return found.size === 1 && one ? one : "unclear";
}

/** Whose whole name follows, else whose first name alone does. */
function meant<Person extends Named>(rest: string, people: readonly Person[]): Person | undefined {
  const begins = (name: string) => rest.startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length));
  const whole = people.filter(({ name }) => begins(name));
  const first = people.filter(({ name }) => begins(name.split(" ")[0] ?? name));
  return whole.length === 1 ? whole[0] : first.length === 1 ? first[0] : undefined;
}

/** What stands between an `@` and the caret, in small letters, and the place of the `@`; null where no name is being typed. */
export function askedFor(text: string, caret: number): { from: number; words: string } | null {
  const found = /(?<![\p{L}\p{N}._-])@([\p{L}][\p{L}' -]{0,40})?$/u.exec(text.slice(0, caret));
  return found ? { from: found.index, words: (found[1] ?? "").toLowerCase() } : null;
}
