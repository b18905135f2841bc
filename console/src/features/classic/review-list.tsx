import "./words";

import { SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { ReviewTable } from "@/api/types";
import { DataTable } from "@/components/table/data-table";
import { ExportButton } from "@/components/table/export-button";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Empty } from "@/components/ui/empty";
import { useWords } from "@/lib/use-words";

import { companyReviewTable, reviewTable } from "./columns";
import { Filters } from "./filters";
import { queryOf, SORTS, type View } from "./view";

interface Props {
  view: View;
  /** All reviews are of one company, which the page names above. */
  ofCompany?: boolean;
  onChange: (change: Partial<View>) => void;
}

/** Reviews with their filters and their export. */
export function ReviewList({ view, ofCompany = false, onChange }: Props) {
  const { t } = useTranslation();
  const { source, further } = useReviews(view);
  const words = useWords(view.q, (q) => onChange({ q }));
  // applies words that are still being typed, so that file and list agree
  const exportNow = () => {
    words.flush();
    return fetchExport({ ...view, q: words.typed });
  };
  const table = useTable(ofCompany ? companyReviewTable : reviewTable, source, {
    sorting: {
      current: { by: view.sort, ascending: view.ascending },
      onSort: ({ by, ascending }) => onChange({ sort: SORTS.find((sort) => sort === by) ?? "received", ascending }),
      except: view.status === null ? ["moved"] : [], // this order exists only within one status
    },
  });
  return (
    <section className="card">
      <TableTools of={table} room={1100} filters={<Filters view={view} words={words} onChange={onChange} />}>
        <ExportButton label={t("classic.export.label")} hint={t("classic.export.hint")} name="reviews" format="csv" fetch={exportNow} />
      </TableTools>
      <DataTable
        of={table}
        label={t("classic.table")}
        failed={t("classic.failed")}
        empty={
          <Empty icon={SearchX} title={t("classic.empty.title")}>
            {t("classic.empty.text")}
          </Empty>
        }
        more={further ? t("classic.further") : undefined}
      >
        {further && (
          <p className="card-body" role="status">
            {t("classic.searched", { count: source.rows?.length ?? 0 })}
          </p>
        )}
      </DataTable>
    </section>
  );
}

/** The rows of a view, page by page. `matches`: how many there are, if filtered; null if unknown. */
export function useReviews(view: View) {
  const { first, last, ...source } = usePages(["reviews", view.company, queryOf(view)], (cursor, signal) => fetchReviews(view, cursor, signal));
  // the server searches for rare values in parts: a page may be empty although more pages follow
  return { source, further: last?.searched != null, matches: first?.matches ?? null };
}

function fetchReviews(view: View, cursor: string, signal: AbortSignal): Promise<ReviewTable> {
  const query = { ...queryOf(view), ...(view.company !== null && { company: view.company }), ...(cursor && { cursor }) };
  return answer(api.GET("/api/reviews", { params: { query }, signal }));
}

/** The list as a file; `cutAt`: after how many reviews the server ended it, or null. */
async function fetchExport(view: View): Promise<{ file: Blob; cutAt: number | null }> {
  const query = { ...queryOf(view), ...(view.company !== null && { company: view.company }) };
  // openapi-fetch sends the call again each time it is awaited, so await it once
  const sent = await api.GET("/api/reviews/export", { params: { query }, parseAs: "blob" });
  const file = await answer(Promise.resolve(sent));
  const cutAt = sent.response.headers.get("Docket-Cut-At");
  return { file, cutAt: cutAt === null ? null : Number(cutAt) };
}
