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
  /** All are of one company, which is named above. */
  ofCompany?: boolean;
  onChange: (change: Partial<View>) => void;
}

/** Reviews, their filters, and the file of them. */
export function ReviewList({ view, ofCompany = false, onChange }: Props) {
  const { t } = useTranslation();
  const { source, further } = useReviews(view);
  const words = useWords(view.q, (q) => onChange({ q }));
  // the file holds what the filters say when the button is pressed, and the list shows the same
  const exportNow = () => {
    words.flush();
    return fetchExport({ ...view, q: words.typed });
  };
  const table = useTable(ofCompany ? companyReviewTable : reviewTable, source, {
    sorting: {
      current: { by: view.sort, ascending: view.ascending },
      onSort: ({ by, ascending }) => onChange({ sort: SORTS.find((sort) => sort === by) ?? "received", ascending }),
      except: view.status === null ? ["moved"] : [], // an order within one status
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

/** The rows of a view, page after page. `matches`: how many there are, with filters; null where it is not known. */
export function useReviews(view: View) {
  const { first, last, ...source } = usePages(["reviews", view.company, queryOf(view)], (cursor, signal) => fetchReviews(view, cursor, signal));
  // what few reviews have is looked for part by part: a page may be empty, and there is more all the same
  return { source, further: last?.searched != null, matches: first?.matches ?? null };
}

function fetchReviews(view: View, cursor: string, signal: AbortSignal): Promise<ReviewTable> {
  const query = { ...queryOf(view), ...(view.company !== null && { company: view.company }), ...(cursor && { cursor }) };
  return answer(api.GET("/api/reviews", { params: { query }, signal }));
}

/** The list as a file, and after how many reviews it was cut, if it was. */
async function fetchExport(view: View): Promise<{ file: Blob; cutAt: number | null }> {
  const query = { ...queryOf(view), ...(view.company !== null && { company: view.company }) };
  // one call: a second await of it would send it again
  const sent = await api.GET("/api/reviews/export", { params: { query }, parseAs: "blob" });
  const file = await answer(Promise.resolve(sent));
  const cutAt = sent.response.headers.get("Docket-Cut-At");
  return { file, cutAt: cutAt === null ? null : Number(cutAt) };
}
