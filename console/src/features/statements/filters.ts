import { MAIL_STATES, type MailState } from "@/components/desk/mail-state";
import { readDay, sinceAndUntil } from "@/lib/period";

/** The filters of the list of statements, as in the URL. */
export interface StatementFilters {
  kind: "" | "reject" | "restrict";
  /** Days, as a date field has them; both are included. */
  since: string;
  until: string;
  mail: "" | MailState;
}

export const KINDS = ["", "reject", "restrict"] as const;

export function readFilters(search: URLSearchParams): StatementFilters {
  const kind = KINDS.find((name) => name === search.get("kind")) ?? "";
  const mail = MAIL_STATES.find((name) => name === search.get("mail")) ?? "";
  return { kind, since: readDay(search.get("since") ?? ""), until: readDay(search.get("until") ?? ""), mail };
}

export function writeFilters(filters: StatementFilters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
}

/** As the server takes them: from the beginning of a day to the beginning of the one after. */
export function queryOf({ kind, since, until, mail }: StatementFilters) {
  return {
    ...(kind && { kind }),
    ...(mail && { mail }),
    ...sinceAndUntil({ since, until }),
  };
}

export const isNarrowed = (filters: StatementFilters): boolean => Object.values(filters).some(Boolean);
