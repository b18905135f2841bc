/**
 * Titles that the server declares. English uses them as they are, so nothing is listed here; other languages translate
 * them by name (`queues: { backlog: "…" }`).
 */
type ByName = Readonly<Record<string, string>>;

type Names = "queues" | "statuses" | "kinds" | "facets" | "allOf" | "facetValues" | "fires" | "firesNow";

export const desk: Readonly<Record<Names, ByName>> = {
  queues: {},
  statuses: {},
  kinds: {},
  facets: { flagged: "Flagged" },
  // the option without a filter, and the options; a facet that is missing here uses its title
  allOf: { rating: "All stars" },
  facetValues: { rating_one: "{{count}} star", rating_other: "{{count}} stars" },
  // queues whose items move on by themselves, if there is a plainer sentence than "Moves on"
  fires: { queued: "Publishes in {{age}}" },
  firesNow: { queued: "Publishes now" },
};
