import type { Facet } from "./desk";

/** A number, one of the declared choices, or for a flag whether there is any. */
export type FacetValue = number | string | boolean;
export type FacetValues = Readonly<Partial<Record<string, FacetValue>>>;

/** What a facet can be filtered to, but for a flag: the highest number first. */
export function choicesOf({ least, most, choices }: Facet): (number | string)[] {
  if (least === null || most === null) return choices.map(({ value }) => value);
  return Array.from({ length: most - least + 1 }, (_, place) => most - place);
}

/** The values in an address, by the words for a flag. What makes no sense counts as not there. */
export function readFacets(facets: readonly Facet[], params: URLSearchParams, flags: Readonly<Record<string, boolean>>): FacetValues {
  const found: Record<string, FacetValue> = {};
  for (const facet of facets) {
    const text = params.get(facet.name) ?? "";
    const value = facet.type === "flag" ? flags[text] : choicesOf(facet).find((each) => String(each) === text);
    if (value !== undefined) found[facet.name] = value;
  }
  return found;
}

/** The same with another value of one, or without it. */
export function withFacet(values: FacetValues, name: string, value: FacetValue | undefined): FacetValues {
  return { ...Object.fromEntries(Object.entries(values).filter(([each]) => each !== name)), ...(value !== undefined && { [name]: value }) };
}
