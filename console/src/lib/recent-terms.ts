const SHOWN = 6;
const PREFIX = "search.recent.";

const keyOf = (userId: number): string => `${PREFIX}${userId}`;

/**
 * The terms that a person searched for last, newest first. They stay in this browser, under the number of the account,
 * for as long as that account is signed in.
 */
export function recentTerms(userId: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((term) => typeof term === "string").slice(0, SHOWN) : [];
  } catch {
    return [];
  }
}

/** A browser that stores nothing more keeps the older terms. */
export function rememberTerm(userId: number, term: string): void {
  const terms = [term, ...recentTerms(userId).filter((other) => other !== term)].slice(0, SHOWN);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(terms));
  } catch {
    return;
  }
}

/** Names and addresses are looked for: the terms of whoever is not signed in leave the browser. Null: nobody is. */
export function forgetTermsOfOthers(userId: number | null): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  for (const key of keys) if (key.startsWith(PREFIX) && (userId === null || key !== keyOf(userId))) localStorage.removeItem(key);
}
