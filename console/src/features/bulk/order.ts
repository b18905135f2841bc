import type { BulkSelection } from "@/api/types";
import { readDay, sinceAndUntil } from "@/lib/period";

/** What is chosen on the page. It is in the address, so that it can be shared and restored. */
export interface Order {
  queue: string;
  /** Of process; empty where the queue has one alone. */
  kind: string;
  outcome: string;
  company: number | null;
  rating: number | null;
  q: string;
  flagged: "" | "yes" | "no";
  /** Days, as a date field has them. */
  since: string;
  until: string;
  /** Of the reviews that a tried entry of the banned words matches. */
  trial: number | null;
}

/** The field of the note about the batch, beside those of the outcome's form: none of these has this name. */
export const NOTE = "note of the batch";

const LONGEST_Q = 200; // the API's

export function readOrder(params: URLSearchParams): Order {
  const number = (name: string) => (/^[1-9]\d{0,15}$/.test(params.get(name) ?? "") ? Number(params.get(name)) : null);
  const day = (name: string) => readDay(params.get(name) ?? "");
  const rating = number("rating");
  const flagged = params.get("flagged");
  return {
    queue: params.get("queue") ?? "",
    kind: params.get("kind") ?? "",
    outcome: params.get("outcome") ?? "",
    company: number("company"),
    rating: rating !== null && rating <= 5 ? rating : null,
    q: (params.get("q") ?? "").slice(0, LONGEST_Q),
    flagged: flagged === "yes" || flagged === "no" ? flagged : "",
    since: day("since"),
    until: day("until"),
    trial: number("trial"),
  };
}

export function writeOrder(order: Order): URLSearchParams {
  const given = Object.entries(order).filter(([, value]) => value !== null && value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

export const isNarrowed = ({ company, rating, q, flagged, since, until }: Order): boolean =>
  [company, rating, q, flagged, since, until].some((value) => value !== null && value !== "");

/** What the API is asked; a day ends with its last moment, where the person is. */
export function selectionOf({ queue, kind, outcome, company, rating, q, flagged, since, until, trial }: Order): BulkSelection {
  return {
    queue,
    ...(kind && { kind }),
    outcome,
    filter: {
      q,
      ...(company !== null && { company }),
      ...(rating !== null && { rating }),
      ...(flagged && { flagged: flagged === "yes" }),
      ...sinceAndUntil({ since, until }),
      ...(trial !== null && { trial }),
    },
  };
}
