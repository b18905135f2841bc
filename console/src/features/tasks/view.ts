import type { Facet } from "@/lib/desk";
import { type FacetValues, readFacets } from "@/lib/facets";

/** The filters of a list. They are in the URL, so that a view can be shared and restored. */
export interface Filters {
  /** What the kinds of its items declare, by name. */
  facets: FacetValues;
  company: number | null;
  /** The person who holds or is assigned the item. */
  person: number | null;
  q: string;
  /** Items that are put off, instead of waiting items. */
  snoozed: boolean;
  /** Only what has waited longer than its clock. */
  overdue: boolean;
}

export interface View {
  filters: Filters;
  /** The task shown on the right; on a phone, the page that stands before the list. */
  item: number | null;
}

export const NO_FILTERS: Filters = { facets: {}, company: null, person: null, q: "", snoozed: false, overdue: false };
const LONGEST_Q = 200; // the API's
export const PAGE_SIZE = 50; // items of a list in one answer

const FLAGS = { true: true };

/** Reads a view from an address. What makes no sense counts as not there. `facets`: of the list. */
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

/** The same as an address, without what is at its default. */
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
