import { MAIL_STATES, type MailState } from "@/components/desk/mail-state";
import { readDay, sinceAndUntil } from "@/lib/period";

/** The filters of the list of statements, as in the URL. */
export interface StatementFilters {
  kind: "" | "reject" | "restrict";
  /** Days, as a date field has them; both are included. */
  since: string;
  until: string;
  mail: "" | MailState;
  /** The code of a reason. */
  reason: string;
  /** The number of the account that decided. */
  person: string;
}

export const KINDS = ["", "reject", "restrict"] as const;

export function readFilters(search: URLSearchParams): StatementFilters {
  const kind = KINDS.find((name) => name === search.get("kind")) ?? "";
  const mail = MAIL_STATES.find((name) => name === search.get("mail")) ?? "";
  const like = (name: string, pattern: RegExp) => pattern.exec(search.get(name) ?? "")?.[0] ?? "";
  return {
    ...{ kind, mail, since: readDay(search.get("since") ?? ""), until: readDay(search.get("until") ?? "") },
    reason: like("reason", /^[\w-]{1,40}$/),
    person: like("person", /^[1-9]\d{0,15}$/),
  };
}

export function writeFilters(filters: StatementFilters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
}

/** As the server takes them: from the beginning of a day to the beginning of the one after. */
export function queryOf({ kind, since, until, mail, reason, person }: StatementFilters) {
  return {
    ...(kind && { kind }),
    ...(mail && { mail }),
    ...(reason && { reason }),
    ...(person && { person: Number(person) }),
    ...sinceAndUntil({ since, until }),
  };
}

export const isNarrowed = (filters: StatementFilters): boolean => Object.values(filters).some(Boolean);
