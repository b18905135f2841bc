import type { Facet } from "@/lib/desk";
import { type FacetValues, readFacets } from "@/lib/facets";

/** The filters of a list. They are in the address, so that a view can be shared and restored. */
export interface Filters {
  /** The facets that the kinds of the list's items declare, by name. */
  facets: FacetValues;
  company: number | null;
  /** The person who holds the item or is assigned to it. */
  person: number | null;
  q: string;
  /** Items that are put off, instead of waiting items. */
  snoozed: boolean;
  /** Only overdue items. */
  overdue: boolean;
}

export interface View {
  filters: Filters;
  /** The open task. On a phone it replaces the list. */
  item: number | null;
}

export const NO_FILTERS: Filters = { facets: {}, company: null, person: null, q: "", snoozed: false, overdue: false };
const LONGEST_Q = 200; // the API's limit, in characters
export const PAGE_SIZE = 50; // items per page

const FLAGS = { true: true };

/** Reads a view from the address. Invalid values are ignored. `facets`: those of the list. */
export function readView(params: URLSearchParams, facets: readonly Facet[]): View {
  return {
    filters: {
      facets: readFacets(facets, params, FLAGS),
      company: wholeNumber(params.get("company")),
      person: wholeNumber(params.get("person")),
      q: (params.get("q") ?? "").slice(0, LONGEST_Q),
      snoozed: params.get("snoozed") === "true",
      overdue: params.get("overdue") === "true",
    },
    item: wholeNumber(params.get("item")),
  };
}

/** The view as an address, without default values. */
export function writeView({ filters, item }: View): URLSearchParams {
  const params = new URLSearchParams(Object.entries(filters.facets).map(([name, value]) => [name, String(value)]));
  if (filters.company) params.set("company", String(filters.company));
  if (filters.person) params.set("person", String(filters.person));
  if (filters.q) params.set("q", filters.q);
  if (filters.snoozed) params.set("snoozed", "true");
  if (filters.overdue) params.set("overdue", "true");
  if (item) params.set("item", String(item));
  return params;
}

export function isFiltered({ facets, company, person, q, snoozed, overdue }: Filters): boolean {
  return Object.keys(facets).length > 0 || company !== null || person !== null || q !== "" || snoozed || overdue;
}

function wholeNumber(text: string | null): number | null {
  return text && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}
