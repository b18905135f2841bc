import { useTranslation } from "react-i18next";

import { Field } from "@/components/ui/field";
import type { Facet } from "@/lib/desk";
import { choicesOf, type FacetValue, type FacetValues, withFacet } from "@/lib/facets";
import { useFacetWords } from "@/lib/use-facet-words";

interface Props {
  facet: Facet;
  values: FacetValues;
  onChange: (values: FacetValues) => void;
}

/** The filter for one facet: any value, or one of its choices; for a flag: with or without. */
export function FacetField({ facet, values, onChange }: Props) {
  const { t } = useTranslation();
  const words = useFacetWords();
  const say = useSaidFlag();
  const { name } = facet;
  const choices: FacetValue[] = facet.type === "flag" ? [true, false] : choicesOf(facet);
  const label = t(`bulk.filter.facets.${name}`, { defaultValue: words.title(facet) });
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="select"
          value={String(values[name] ?? "")}
          onChange={({ target }) => onChange(withFacet(values, name, choices.find((each) => String(each) === target.value)))}
        >
          <option value="">{t(`bulk.filter.allOf.${name}`, { defaultValue: t("bulk.filter.any") })}</option>
          {choices.map((value) => (
            <option key={String(value)} value={String(value)}>
              {facet.type === "flag" ? say(name, label, value) : words.value(facet, value)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The label of a flag that is set or not set. */
export function useSaidFlag(): (name: string, label: string, value: FacetValue) => string {
  const { t } = useTranslation();
  return (name, label, value) =>
    t(`bulk.filter.${value ? "yes" : "no"}.${name}`, { defaultValue: t(value ? "bulk.filter.with" : "bulk.filter.without", { name: label }) });
}
