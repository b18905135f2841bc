import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { type Facet, useDesk } from "./desk";
import type { FacetValue } from "./facets";

export interface FacetWords {
  title: (facet: Facet) => string;
  all: (facet: Facet) => string;
  value: (facet: Facet, value: FacetValue) => string;
}

/** The names of facets and their values: the server's, unless the catalogue has others. */
export function useFacetWords(): FacetWords {
  const { t } = useTranslation();
  return useMemo(() => {
    const title = ({ name, title: declared }: Facet) => t(`desk.facets.${name}`, { defaultValue: declared });
    return {
      title,
      all: (facet) => t(`desk.allOf.${facet.name}`, { defaultValue: t("work.filter.all") }),
      value: (facet, value) => {
        if (facet.type === "flag") return title(facet);
        const declared = facet.choices.find((choice) => choice.value === value)?.title ?? `${title(facet)} ${String(value)}`;
        return t(`desk.facetValues.${facet.name}`, { count: Number(value), defaultValue: declared });
      },
    };
  }, [t]);
}

/** The text of a filter by this facet. */
export function useSaidFacet(): (name: string, value: FacetValue) => string {
  const { facets } = useDesk();
  const words = useFacetWords();
  return (name, value) => {
    const facet = facets.find((each) => each.name === name);
    return facet ? words.value(facet, value) : name;
  };
}

export interface Said {
  name: string;
  title: string;
  /** The value, for use beside the title. */
  value: string;
  /** The text, for use without the title. */
  text: string;
}

/** The facets for which a subject has a value, in words. */
export function useSaidFacets(): (subject: object) => Said[] {
  const { facets } = useDesk();
  const words = useFacetWords();
  return (subject) => {
    const values = new Map<string, unknown>(Object.entries(subject));
    return facets.flatMap((facet) => {
      const value = values.get(facet.name);
      const isThere = (typeof value === "number" && (value > 0 || facet.type === "number")) || (typeof value === "string" && value !== "");
      if (!isThere) return [];
      const text = words.value(facet, value);
      return [{ name: facet.name, title: words.title(facet), value: facet.type === "choice" ? text : String(value), text }];
    });
  };
}
