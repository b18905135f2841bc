/** The filters of a list. They are in the URL, so that a view can be shared and restored. */
export interface Filters {
  rating: number | null;
  flagged: boolean;
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

export const NO_FILTERS: Filters = { rating: null, flagged: false, company: null, person: null, q: "", snoozed: false, overdue: false };
const LONGEST_Q = 200; // the API's
export const PAGE_SIZE = 50; // items of a list in one answer

/** Reads a view from an address. What makes no sense counts as not there. */
export function readView(params: URLSearchParams): View {
  const rating = wholeNumber(params.get("rating"));
  return {
    filters: {
      rating: rating !== null && rating <= 5 ? rating : null,
      flagged: params.get("flagged") === "true",
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
  const params = new URLSearchParams();
  if (filters.rating) params.set("rating", String(filters.rating));
  if (filters.flagged) params.set("flagged", "true");
  if (filters.company) params.set("company", String(filters.company));
  if (filters.person) params.set("person", String(filters.person));
  if (filters.q) params.set("q", filters.q);
  if (filters.snoozed) params.set("snoozed", "true");
  if (filters.overdue) params.set("overdue", "true");
  if (item) params.set("item", String(item));
  return params;
}

export function isFiltered({ rating, flagged, company, person, q, snoozed, overdue }: Filters): boolean {
  return rating !== null || flagged || company !== null || person !== null || q !== "" || snoozed || overdue;
}

function wholeNumber(text: string | null): number | null {
  return text && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}
