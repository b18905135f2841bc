import { ChipMenu } from "@/components/desk/chip-menu";
import type { Facet } from "@/lib/desk";
import { choicesOf, type FacetValues, withFacet } from "@/lib/facets";
import { useFacetWords } from "@/lib/use-facet-words";

interface Props {
  facet: Facet;
  values: FacetValues;
  onChange: (values: FacetValues) => void;
}

const ALL = "";

/** The control of one facet: a chip that toggles, or opens a menu of choices. */
export function FacetFilter({ facet, values, onChange }: Props) {
  const words = useFacetWords();
  const value = values[facet.name];
  const choose = (chosen: Parameters<typeof withFacet>[2]) => onChange(withFacet(values, facet.name, chosen));
  if (facet.type === "flag")
    return (
      <button type="button" className="chip" aria-pressed={value === true} onClick={() => choose(value === true ? undefined : true)}>
        {words.title(facet)}
      </button>
    );
  const choices = choicesOf(facet);
  return (
    <ChipMenu
      label={words.title(facet)}
      idle={words.title(facet)}
      value={String(value ?? ALL)}
      options={[{ value: ALL, label: words.all(facet) }, ...choices.map((each) => ({ value: String(each), label: words.value(facet, each) }))]}
      onChange={(text) => choose(choices.find((each) => String(each) === text))}
    />
  );
}
