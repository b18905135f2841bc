/** The filters of the list of statements, as in the URL. */
export interface StatementFilters {
  kind: "" | "reject" | "restrict";
  /** Days, as a date field has them; both are included. */
  since: string;
  until: string;
}

export const KINDS = ["", "reject", "restrict"] as const;

export function readFilters(search: URLSearchParams): StatementFilters {
  const kind = KINDS.find((name) => name === search.get("kind")) ?? "";
  return { kind, since: dayOf(search.get("since")), until: dayOf(search.get("until")) };
}

export function writeFilters(filters: StatementFilters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
}

/** As the server takes them: from the beginning of a day to the beginning of the one after. */
export function queryOf({ kind, since, until }: StatementFilters) {
  return {
    ...(kind && { kind }),
    ...(since && { since: midnight(since, 0) }),
    ...(until && { until: midnight(until, 1) }),
  };
}

export const isNarrowed = (filters: StatementFilters): boolean => Object.values(filters).some(Boolean);

function midnight(day: string, later: number): string {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

function dayOf(text: string | null): string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
}
