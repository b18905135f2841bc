/** The terms that a person searched for last, newest first. They stay in this browser, under the number of the account. */
const SHOWN = 6;

const keyOf = (userId: number): string => `search.recent.${userId}`;

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
