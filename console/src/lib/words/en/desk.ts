/**
 * Titles that the server declares. English takes them as they are, so nothing is listed here; another language
 * translates them by their names (`queues: { backlog: "…" }`).
 */
type ByName = Readonly<Record<string, string>>;

type Names = "queues" | "statuses" | "kinds" | "facets" | "allOf" | "facetValues" | "fires" | "firesNow";

export const desk: Readonly<Record<Names, ByName>> = {
  queues: {},
  statuses: {},
  kinds: {},
  facets: { flagged: "Flagged" },
  // where none is chosen, and each of them: a facet without words is called by its title
  allOf: { rating: "All stars" },
  facetValues: { rating_one: "{{count}} star", rating_other: "{{count}} stars" },
  // of the queues whose items move on by themselves, those for which there is a plainer sentence than "Moves on"
  fires: { queued: "Publishes in {{age}}" },
  firesNow: { queued: "Publishes now" },
};
