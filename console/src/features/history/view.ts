import type { HistoryItem } from "@/api/types";
import { periodOf, readDay } from "@/lib/period";

/** The filters of the history of all processes. They are in the address, so that a view can be shared and restored. */
export interface View {
  /** The id of the account that acted. */
  person: number | null;
  kind: string;
  process: number | null;
  /** A kind and a number: `review:17`. */
  subject: string;
  queue: string;
  action: string;
  outcome: string;
  /** The code of a reason. */
  reason: string;
  /** Days, in the format of date fields; both are included. */
  from: string;
  to: string;
  q: string;
}

export const EVERYTHING: View = {
  person: null,
  kind: "",
  process: null,
  subject: "",
  queue: "",
  action: "",
  outcome: "",
  reason: "",
  from: "",
  to: "",
  q: "",
};

const SUBJECT = /^[a-z_]{1,40}:[1-9]\d{0,15}$/;
const CODE = /^[\w.-]{1,64}$/;
const LONGEST_Q = 200; // the API's limit, in characters

/** Reads a view from an address. Invalid values are ignored. */
export function readView(params: URLSearchParams): View {
  const like = (name: string, pattern: RegExp) => (pattern.test(params.get(name) ?? "") ? (params.get(name) ?? "") : "");
  const number = (name: string) => Number(like(name, /^[1-9]\d{0,15}$/)) || null;
  const day = (name: string) => readDay(params.get(name) ?? "");
  return {
    person: number("person"),
    kind: like("kind", CODE),
    process: number("process"),
    subject: like("subject", SUBJECT),
    queue: like("queue", CODE),
    action: like("action", CODE),
    outcome: like("outcome", CODE),
    reason: like("reason", CODE),
    from: day("from"),
    to: day("to"),
    q: (params.get("q") ?? "").slice(0, LONGEST_Q),
  };
}

/** The view as an address, without filters that are not set. */
export function writeView(view: View): URLSearchParams {
  const chosen = Object.entries(view).filter(([, value]) => value !== "" && value !== null);
  return new URLSearchParams(chosen.map(([name, value]): [string, string] => [name, String(value)]));
}

export const isNarrowed = (view: View): boolean => writeView(view).size > 0;

/** The parameters of the API call. */
export function queryOf(view: View) {
  return {
    ...Object.fromEntries(writeView(view)),
    ...(view.person !== null && { person: view.person }),
    ...(view.process !== null && { process: view.process }),
    ...periodOf(view),
    ...(view.q && { q: view.q.trim() }),
  };
}

export const subjectOf = ({ subject: { thing, id } }: HistoryItem): string => `${thing}:${id}`;
