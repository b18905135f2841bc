const SHOWN = 6;
const PREFIX = "search.recent.";

const keyOf = (userId: number): string => `${PREFIX}${userId}`;

/**
 * The person's recent search terms, newest first. They are stored in this browser by account, as long as that account
 * is signed in.
 */
export function recentTerms(userId: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((term) => typeof term === "string").slice(0, SHOWN) : [];
  } catch {
    return [];
  }
}

/** Remembers a search term. If the storage is full, the older terms stay. */
export function rememberTerm(userId: number, term: string): void {
  const terms = [term, ...recentTerms(userId).filter((other) => other !== term)].slice(0, SHOWN);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(terms));
  } catch {
    return;
  }
}

/**
 * Removes the terms of other accounts from the browser, because they may contain names and addresses. Null: nobody is
 * signed in.
 */
export function forgetTermsOfOthers(userId: number | null): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  for (const key of keys) if (key.startsWith(PREFIX) && (userId === null || key !== keyOf(userId))) localStorage.removeItem(key);
}
