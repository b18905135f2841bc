export const MAIL_STATES = ["waiting", "sending", "sent", "refused", "uncertain", "no_address", "cancelled", "not_sent"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The state of a letter, as the catalogue names it. */
export const stateOf = (name: string): MailState => MAIL_STATES.find((state) => state === name) ?? "uncertain";
