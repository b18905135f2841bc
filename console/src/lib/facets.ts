import type { Facet } from "./desk";

/** A number, one of the declared choices, or for a flag whether it is set. */
export type FacetValue = number | string | boolean;
export type FacetValues = Readonly<Partial<Record<string, FacetValue>>>;

/** The values to which a facet can be filtered, highest number first; not for flags. */
export function choicesOf({ least, most, choices }: Facet): (number | string)[] {
  if (least === null || most === null) return choices.map(({ value }) => value);
  return Array.from({ length: most - least + 1 }, (_, place) => most - place);
}

/** The facet values in an address; `flags` maps words to the values of a flag. Invalid values are ignored. */
export function readFacets(facets: readonly Facet[], params: URLSearchParams, flags: Readonly<Record<string, boolean>>): FacetValues {
  const found: Record<string, FacetValue> = {};
  for (const facet of facets) {
    const text = params.get(facet.name) ?? "";
    const value = facet.type === "flag" ? flags[text] : choicesOf(facet).find((each) => String(each) === text);
    if (value !== undefined) found[facet.name] = value;
  }
  return found;
}

/** The values with one of them changed or removed (undefined). */
export function withFacet(values: FacetValues, name: string, value: FacetValue | undefined): FacetValues {
  return { ...Object.fromEntries(Object.entries(values).filter(([each]) => each !== name)), ...(value !== undefined && { [name]: value }) };
}
