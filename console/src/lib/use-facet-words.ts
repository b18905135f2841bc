import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { type Facet, useDesk } from "./desk";
import type { FacetValue } from "./facets";

export interface FacetWords {
  title: (facet: Facet) => string;
  all: (facet: Facet) => string;
  value: (facet: Facet, value: FacetValue) => string;
}

/** What a facet is called: the server's words, unless the catalogue has others. */
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

/** What a filter by a facet of this name says. */
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
  /** Beside its title. */
  value: string;
  /** By itself. */
  text: string;
}

/** The facets of which a subject has a value, in words. */
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
