const STATES = ["waiting", "sending", "sent", "refused", "uncertain", "no_address", "cancelled", "not_sent"] as const;

/** The state of a letter, as the catalogue names it. */
export const stateOf = (name: string): (typeof STATES)[number] => STATES.find((state) => state === name) ?? "uncertain";
