import { useQuery } from "@tanstack/react-query";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { TableFile } from "@/components/table/use-export";
import { usePages } from "@/components/table/source";

import type { MiningFormat } from "./mining-files";
import { queryOf, type View } from "./view";

/** The entries of a view, page after page. */
export function useHistory(view: View) {
  const { last, ...source } = usePages(["history", queryOf(view)], (cursor, signal) =>
    answer(api.GET("/api/history", { params: { query: { ...queryOf(view), ...(cursor && { cursor }) } }, signal })),
  );
  // words that many texts have are looked for part by part: a page may be empty, and there is more all the same
  return { source, further: last?.searched != null };
}

/** The entries of a view as a file. */
export async function fetchExport(view: View, format: "csv" | MiningFormat): Promise<TableFile> {
  const params = { query: { ...queryOf(view), format } };
  return { file: await answer(api.GET("/api/history/export", { params, parseAs: "blob" })), cutAt: null };
}

/** What the filters can select. */
export function useChoices() {
  return useQuery({ ...read("/api/history/choices"), staleTime: 60_000 });
}
