import type { BulkOutcome, BulkQueue, BulkSelection } from "@/api/types";
import { type Desk, type Facet, facetsNamed } from "@/lib/desk";
import { type FacetValues, readFacets } from "@/lib/facets";
import { readDay, sinceAndUntil } from "@/lib/period";

/** The choices on the page. They are in the address, so that they can be shared and restored. */
export interface Order {
  queue: string;
  /** The kind of process; empty if the queue has only one. */
  kind: string;
  outcome: string;
  company: number | null;
  q: string;
  /** The facets that the kinds of the queue's items declare, by name. */
  facets: FacetValues;
  /** Days, in the format of date fields. */
  since: string;
  until: string;
  /** The number of a trial of a banned word, to select the reviews that it matched. */
  trial: number | null;
}

/** The name of the field for the note about the batch. No field of an outcome's form has this name. */
export const NOTE = "note of the batch";

const LONGEST_Q = 200; // the API's limit, in characters

const FLAGS = { yes: true, no: false };

/** `facets`: those of all queues. */
export function readOrder(params: URLSearchParams, facets: readonly Facet[]): Order {
  const number = (name: string) => (/^[1-9]\d{0,15}$/.test(params.get(name) ?? "") ? Number(params.get(name)) : null);
  const day = (name: string) => readDay(params.get(name) ?? "");
  return {
    queue: params.get("queue") ?? "",
    kind: params.get("kind") ?? "",
    outcome: params.get("outcome") ?? "",
    company: number("company"),
    q: (params.get("q") ?? "").slice(0, LONGEST_Q),
    facets: readFacets(facets, params, FLAGS),
    since: day("since"),
    until: day("until"),
    trial: number("trial"),
  };
}

export function writeOrder({ facets, ...order }: Order): URLSearchParams {
  const given = Object.entries(order).filter(([, value]) => value !== null && value !== "");
  const words = Object.entries(facets).map(([name, value]) => [name, value === true ? "yes" : value === false ? "no" : value]);
  return new URLSearchParams([...given, ...words].map(([name, value]) => [String(name), String(value)]));
}

export const isNarrowed = ({ company, q, facets, since, until }: Order): boolean =>
  Object.keys(facets).length > 0 || [company, q, since, until].some((value) => value !== null && value !== "");

/**
 * The part of the order that exists. Nothing is chosen automatically: without a queue or an outcome there is no
 * preview.
 */
export function known(order: Order, queues: readonly BulkQueue[], desk: Desk) {
  const queue = queues.find((one) => one.queue === order.queue);
  const isNamed = ({ name }: BulkOutcome) => name === order.outcome;
  const kind = queue?.kinds.some((one) => one.kind === order.kind) ? order.kind : queue?.outcomes.find(isNamed)?.kind;
  const of = kind ?? queue?.kinds[0]?.kind ?? "";
  const outcomes = queue?.outcomes.filter((one) => one.kind === of) ?? [];
  const named = { queue: queue?.queue ?? "", kind: queue && queue.kinds.length > 1 ? of : "" };
  const facets = facetsNamed(desk, queue ? queue.facets : queues.flatMap((one) => one.facets));
  const values = Object.fromEntries(Object.entries(order.facets).filter(([name]) => facets.some((facet) => facet.name === name)));
  return { queue, outcomes, outcome: outcomes.find(isNamed), facets, order: { ...order, ...named, facets: values } };
}

/** The parameters of the API call; the last day is included, in the person's time zone. */
export function selectionOf({ queue, kind, outcome, company, q, facets, since, until, trial }: Order): BulkSelection {
  return {
    queue,
    ...(kind && { kind }),
    outcome,
    filter: {
      q,
      ...(company !== null && { company }),
      ...facets,
      ...sinceAndUntil({ since, until }),
      ...(trial !== null && { trial }),
    },
  };
}
