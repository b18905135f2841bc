import "./words";

import { Plus, Scale } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { LogLink } from "@/components/table/log-link";
import { useWhole } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

import { reasonTable } from "./columns";
import { ReasonDialog } from "./lazy";
import { rowsOf, useReasonCodes } from "./rows";

/** Reason codes, which admins add, change and retire. None is ever deleted: decisions name them. */
export function ReasonsPage() {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const query = useReasonCodes();
  const rows = useMemo(() => query.data && rowsOf(query.data), [query.data]);
  const table = useTable(reasonTable, useWhole(query, rows));
  const label = t("navigation.reasonCodes");
  return (
    <>
      <PageHead title={label} facts={[t("reasons.text")]} />
      <div className="page">
        <section className="card" aria-label={label}>
          <TableTools
            of={table}
            filters={
              <Button tone="primary" icon={Plus} disabled={query.data === undefined} onClick={() => setAdding(true)}>
                {t("reasons.add")}
              </Button>
            }
          >
            <LogLink kind="reason" />
          </TableTools>
          <DataTable of={table} label={label} failed={t("reasons.failed")} empty={<Empty icon={Scale} title={t("reasons.empty")} />} />
        </section>
      </div>
      <Suspense fallback={null}>{adding && <ReasonDialog reason={null} onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}
