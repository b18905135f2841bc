import { SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/table/data-table";
import { ExportButton } from "@/components/table/export-button";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Empty } from "@/components/ui/empty";
import { useWords } from "@/lib/use-words";

import { fetchExport } from "./calls";
import { companyReviewTable, reviewTable } from "./columns";
import { Filters } from "./filters";
import { useReviews } from "./use-reviews";
import { SORTS, type View } from "./view";

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
