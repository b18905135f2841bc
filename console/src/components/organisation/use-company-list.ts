import type { TableDeclaration } from "@/components/table/columns";
import { useFilters } from "@/components/table/filters";
import { useServerSort } from "@/components/table/sorting";
import { useWords } from "@/lib/use-words";

/**
 * The companies that belong to a thing, with search and sort in the address, prefixed apart from other lists of the
 * page.
 */
export function useCompanyList<Row>(table: TableDeclaration<Row>) {
  const { values, narrow, clear, isNarrowed } = useFilters(["company"]);
  const words = useWords(values.company, (company) => narrow({ company }));
  const { sorting, order } = useServerSort(table, ["name", "id"], "company-");
  const query = { q: values.company, ...order };
  return {
    query,
    words,
    sorting,
    isNarrowed,
    clear: () => {
      words.empty();
      clear();
    },
  };
}
