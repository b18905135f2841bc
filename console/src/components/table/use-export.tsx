import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError, isBlinded } from "@/api/error";
import { Notice } from "@/components/ui/notice";
import { formatNumber } from "@/lib/dates";

export interface TableFile {
  file: Blob;
  /** After how many rows the server ended the file; null if the file is complete. */
  cutAt: number | null;
}

export interface ExportOf {
  /** The first part of the file's name, before the date. */
  name: string;
  format: "csv" | "json" | "xes" | "ocel.json" | "ocel.sqlite" | "bpmn";
  fetch: () => Promise<TableFile>;
}

type Outcome = "failed" | "blind" | "tooWide" | { cutAt: number };

/** Saves a list as a file. `problem`: that there is no file, or that rows are missing from it. */
export function useExport({ name, format, fetch }: ExportOf): { save: () => Promise<void>; busy: boolean; problem: ReactNode } {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const save = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      const { file, cutAt } = await fetch();
      saveAs(file, `${name}-${new Date().toISOString().slice(0, 10)}.${format}`);
      if (cutAt !== null) setOutcome({ cutAt });
    } catch (error) {
      setOutcome(whyNot(error));
    }
    setBusy(false);
  };
  const problem = outcome && (
    <Notice tone={typeof outcome === "string" ? "danger" : "warning"} alert>
      {typeof outcome === "object"
        ? t("table.export.cut", { number: formatNumber(outcome.cutAt) })
        : t(outcome === "blind" ? "states.blind.file" : `table.export.${outcome}`)}
    </Notice>
  );
  return { save, busy, problem };
}

function whyNot(error: unknown): Outcome {
  if (isBlinded(error)) return "blind";
  return error instanceof ApiError && error.status === 422 ? "tooWide" : "failed";
}

/** Downloads a file, as if the person had followed a link to it. */
function saveAs(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
