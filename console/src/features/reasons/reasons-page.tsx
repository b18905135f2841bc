import "./words";

import { Plus, Scale } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { PageHead } from "@/components/layout/page-head";
import { CsvExport } from "@/components/table/csv-export";
import { DataTable } from "@/components/table/data-table";
import { LogLink } from "@/components/table/log-link";
import { useSortInAddress } from "@/components/table/sorting";
import { useWhole } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

import { reasonTable } from "./columns";
import { GuidanceDialog, ReasonDialog } from "./lazy";
import { rowsOf, useReasonCodes } from "./rows";

const SORTS = ["title", "code"] as const;

/** The reason codes, which admins add, edit and retire. They are never deleted, because decisions refer to them. */
export function ReasonsPage() {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [guiding, setGuiding] = useState(false);
  const query = useReasonCodes();
  const rows = useMemo(() => query.data && rowsOf(query.data), [query.data]);
  const sorting = useSortInAddress(reasonTable);
  const table = useTable(reasonTable, useWhole(query, rows), { sorting });
  const by = SORTS.find((name) => name === sorting.current?.by) ?? "offered";
  const order = { sort: by, direction: sorting.current && !sorting.current.ascending ? "desc" : "asc" } as const;
  const label = t("navigation.reasonCodes");
  return (
    <>
      <PageHead title={label} facts={[t("reasons.text")]} />
      <div className="page">
        <section className="card" aria-label={label}>
          <TableTools
            of={table}
            title={t("reasons.title")}
            create={
              <Button size="s" icon={Plus} disabled={query.data === undefined} onClick={() => setAdding(true)}>
                {t("reasons.add")}
              </Button>
            }
          >
            <Button size="s" onClick={() => setGuiding(true)}>{t("reasons.guidance.button")}</Button>
            <LogLink kind="reason" />
            <CsvExport
              name="reason-codes"
              fetch={() => answer(api.GET("/api/reason-codes/export", { params: { query: order }, parseAs: "blob" }))}
            />
          </TableTools>
          <DataTable of={table} label={label} failed={t("reasons.failed")} empty={<Empty icon={Scale} title={t("reasons.empty")} />} />
        </section>
      </div>
      <Suspense fallback={null}>
        {adding && <ReasonDialog reason={null} onClose={() => setAdding(false)} />}
        {guiding && <GuidanceDialog onClose={() => setGuiding(false)} />}
      </Suspense>
    </>
  );
}
