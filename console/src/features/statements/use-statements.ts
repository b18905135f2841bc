import { answer, api } from "@/api/client";
import type { TableFile } from "@/components/table/use-export";
import { usePages } from "@/components/table/source";

import { queryOf, type StatementFilters } from "./filters";

/** The issued statements, newest first. */
export function useStatements(filters: StatementFilters) {
  return usePages(["statements", filters], (cursor, signal) => {
    const query = { ...queryOf(filters), ...(cursor && { cursor }) };
    return answer(api.GET("/api/statements", { params: { query }, signal }));
  });
}

/** All statements that match the filters, as a file. */
export async function fetchExport(filters: StatementFilters, format: "csv" | "json"): Promise<TableFile> {
  const query = { ...queryOf(filters), format };
  return { file: await answer(api.GET("/api/statements/export", { params: { query }, parseAs: "blob" })), cutAt: null };
}
