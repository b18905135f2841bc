import { useState } from "react";

import { answer, api } from "@/api/client";
import { isBlinded } from "@/api/error";

import { queryOf, type StatementFilters } from "./filters";

export type Format = "csv" | "json";

/** Fetches the file under the present session, and hands it to the browser. */
export function useExport(filters: StatementFilters) {
  const [busy, setBusy] = useState<Format | null>(null);
  const [failed, setFailed] = useState<"failed" | "blind" | null>(null);

  const write = async (format: Format): Promise<void> => {
    setBusy(format);
    setFailed(null);
    try {
      const query = { ...queryOf(filters), format };
      const file: Blob = await answer(api.GET("/api/statements/export", { params: { query }, parseAs: "blob" }));
      save(file, `statements-${new Date().toISOString().slice(0, 10)}.${format}`);
    } catch (error) {
      setFailed(isBlinded(error) ? "blind" : "failed");
    } finally {
      setBusy(null);
    }
  };
  return { write, busy, failed };
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}
