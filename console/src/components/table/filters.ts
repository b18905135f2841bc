import { useAddress } from "@/lib/use-address";
import { useWords, type Words } from "@/lib/use-words";

export interface Filters<Name extends string> {
  /** The value of each filter; empty if it is not set. */
  values: Readonly<Record<Name, string>>;
  narrow: (to: Partial<Record<Name, string>>) => void;
  clear: () => void;
  isNarrowed: boolean;
  /** How many filters are set. */
  chosen: number;
}

/**
 * A list's filters, in the address beside the sort (`?q=tan&status=closed`), so that a view can be shared and restored.
 */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const [params, replaceParams] = useAddress();
  const valuesOf = (value: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, string>;
  const values = valuesOf((name) => params.get(name) ?? "");
  const narrow = (to: Partial<Record<Name, string>>) =>
    replaceParams((before) => {
      const after = new URLSearchParams(before);
      for (const name of names) {
        const value = to[name];
        if (value) after.set(name, value);
        else if (value !== undefined) after.delete(name);
      }
      return after;
    });
  const clear = () => narrow(valuesOf(() => ""));
  const chosen = names.filter((name) => values[name] !== "").length;
  return { values, narrow, clear, isNarrowed: chosen > 0, chosen };
}

/** `chosen` does not count the words, which have their own field. */
export interface ListFilters<Name extends string> extends Filters<Name | "q"> {
  /** The words as typed; the applied ones are `values.q`. */
  words: Words;
}

/** Like `useFilters`, with words that are applied while they are typed. `clear` empties their field too. */
export function useListFilters<Name extends string>(names: readonly Name[]): ListFilters<Name> {
  const filters = useFilters<Name | "q">(["q", ...names]);
  const words = useWords(filters.values.q, (q) => filters.narrow({ q } as Partial<Record<Name | "q", string>>));
  const clear = () => {
    words.empty();
    filters.clear();
  };
  return { ...filters, chosen: filters.chosen - Number(filters.values.q !== ""), clear, words };
}
