import type { operations } from "@/api/schema";
import { SOURCES } from "@/components/desk/use-source-name";
import { readDay, sinceAndUntil } from "@/lib/period";

/** The statuses that the API accepts: those that the desk declares. */
type StatusName = NonNullable<NonNullable<operations["listReviews"]["parameters"]["query"]>["status"]>;

export const SORTS = ["received", "posted", "rating", "company", "moved"] as const;
type Source = (typeof SOURCES)[number];
type Sort = (typeof SORTS)[number];

/** Filters and order of the table. They are in the address, so that a view can be shared and restored. */
export interface View {
  /** The name of a declared status. */
  status: string | null;
  source: Source | null;
  company: number | null;
  rating: number | null;
  /** Days, in the format of date fields. */
  since: string;
  until: string;
  q: string;
  flagged: boolean;
  verified: boolean;
  sort: Sort;
  ascending: boolean;
}

export const EVERYTHING: View = {
  status: null,
  source: null,
  company: null,
  rating: null,
  since: "",
  until: "",
  q: "",
  flagged: false,
  verified: false,
  sort: "received",
  ascending: false,
};

const LONGEST_Q = 200; // the API's limit, in characters

/** Reads a view from the address. Invalid values are ignored; `statuses`: the declared statuses. */
export function readView(params: URLSearchParams, statuses: readonly string[]): View {
  const among = <T extends string>(all: readonly T[], name: string) => all.find((value) => value === params.get(name)) ?? null;
  const number = (name: string) => (/^[1-9]\d{0,15}$/.test(params.get(name) ?? "") ? Number(params.get(name)) : null);
  const day = (name: string) => readDay(params.get(name) ?? "");
  const status = among(statuses, "status");
  const sort = among(SORTS, "sort") ?? "received";
  const rating = number("rating");
  return {
    status,
    source: among(SOURCES, "source"),
    company: number("company"),
    rating: rating !== null && rating <= 5 ? rating : null,
    since: day("since"),
    until: day("until"),
    q: (params.get("q") ?? "").slice(0, LONGEST_Q),
    flagged: params.get("flagged") === "true",
    verified: params.get("verified") === "true",
    // this order exists only within one status
    sort: sort === "moved" && status === null ? "received" : sort,
    ascending: params.get("direction") === "asc",
  };
}

/** The view as an address, without default values. */
export function writeView(view: View): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of ["status", "source", "company", "rating", "since", "until", "q"] as const)
    if (view[name]) params.set(name, String(view[name]));
  for (const name of ["flagged", "verified"] as const) if (view[name]) params.set(name, "true");
  if (view.sort !== "received") params.set("sort", view.sort);
  if (view.ascending) params.set("direction", "asc");
  return params;
}

/** The parameters of the API call; the last day is included, in the person's time zone. */
export function queryOf(view: View) {
  return {
    ...(view.status && { status: view.status as StatusName }),
    ...(view.source && { source: view.source }),
    ...(view.rating && { rating: view.rating }),
    ...sinceAndUntil(view),
    ...(view.q.trim() && { q: view.q.trim() }),
    ...(view.flagged && { flagged: true }),
    ...(view.verified && { verified: true }),
    sort: view.sort,
    direction: view.ascending ? ("asc" as const) : ("desc" as const),
  };
}
