import { MAIL_STATES, type MailState } from "@/components/desk/mail-state";
import { readDay, sinceAndUntil } from "@/lib/period";

/** The filters of the list of statements, as in the address. */
export interface StatementFilters {
  kind: "" | "reject" | "restrict";
  /** Days, in the format of date fields; both are included. */
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

/** The parameters of the API call: from the beginning of the first day to the beginning of the day after the last. */
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
