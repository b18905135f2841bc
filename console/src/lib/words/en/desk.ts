/**
 * Titles that the server declares. English takes them as they are, so nothing is listed here; another language
 * translates them by their names (`queues: { backlog: "…" }`).
 */
type ByName = Readonly<Record<string, string>>;

export const desk: { queues: ByName; statuses: ByName; kinds: ByName } = { queues: {}, statuses: {}, kinds: {} };
