/** Values of the type selector, in its order (spec, section 2). */
export const SEARCH_TYPES = ["everything", "companies", "hsone", "reviews", "third-party-reviews", "accounts"] as const;

export type SearchType = (typeof SEARCH_TYPES)[number];
