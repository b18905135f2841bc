import { useQuery } from "@tanstack/react-query";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { TableFile } from "@/components/table/use-export";
import { usePages } from "@/components/table/source";

import type { MiningFormat } from "./mining-files";
import { queryOf, type View } from "./view";

/** The entries of a view, page by page. */
export function useHistory(view: View) {
  const { last, ...source } = usePages(["history", queryOf(view)], (cursor, signal) =>
    answer(api.GET("/api/history", { params: { query: { ...queryOf(view), ...(cursor && { cursor }) } }, signal })),
  );
  // the server searches for common words in parts: a page may be empty although more pages follow
  return { source, further: last?.searched != null };
}

/** The entries of a view as a file. */
export async function fetchExport(view: View, format: "csv" | MiningFormat): Promise<TableFile> {
  const params = { query: { ...queryOf(view), format } };
  return { file: await answer(api.GET("/api/history/export", { params, parseAs: "blob" })), cutAt: null };
}

/** The values that the filters offer. */
export function useChoices() {
  return useQuery({ ...read("/api/history/choices"), staleTime: 60_000 });
}
