/**
 * Titles that the server declares. English takes them as they are, so nothing is listed here; another language
 * translates them by their names (`queues: { backlog: "…" }`).
 */
type ByName = Readonly<Record<string, string>>;

export const desk: { queues: ByName; statuses: ByName; kinds: ByName; fires: ByName; firesNow: ByName } = {
  queues: {},
  statuses: {},
  kinds: {},
  // of the queues whose items move on by themselves, those for which there is a plainer sentence than "Moves on"
  fires: { queued: "Publishes in {{age}}" },
  firesNow: { queued: "Publishes now" },
};
