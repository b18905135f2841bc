import "./words";

import { MailX } from "lucide-react";
import { useTranslation } from "react-i18next";

import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { ExportButton } from "@/components/table/export-button";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { useAddress } from "@/lib/use-address";

import { statementTable } from "./columns";
import { isNarrowed, readFilters, writeFilters } from "./filters";
import { StatementFilters } from "./statement-filters";
import { StatementText } from "./statement-text";
import { fetchExport, useStatements } from "./use-statements";

/** Statements of reasons, their delivery, and the export for the European Commission; for head moderators. */
export function StatementsPage() {
  const { t } = useTranslation();
  const [search, replaceSearch] = useAddress();
  const filters = readFilters(search);
  const table = useTable(statementTable, useStatements(filters), {
    details: (statement) => <StatementText statement={statement} />,
  });
  return (
    <>
      <PageHead title={t("statements.title")} facts={[t("statements.text")]} />
      <div className="page">
        <section className="card" aria-label={t("statements.title")}>
          <TableTools
            of={table}
            filters={
              <StatementFilters filters={filters} onChange={(next) => replaceSearch(writeFilters(next))} />
            }
          >
            {(["csv", "json"] as const).map((format) => (
              <ExportButton
                key={format}
                label={t(`statements.${format}`)}
                hint={t(`statements.${format}Hint`)}
                name="statements"
                format={format}
                fetch={() => fetchExport(filters, format)}
              />
            ))}
          </TableTools>
          <DataTable of={table} label={t("statements.title")} failed={t("statements.failed")} empty={<NoStatements narrowed={isNarrowed(filters)} onClear={() => replaceSearch("")} />} />
        </section>
      </div>
    </>
  );
}

function NoStatements({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  if (narrowed) return <Empty icon={MailX} title={t("statements.noMatch")} actions={<Button onClick={onClear}>{t("statements.clear")}</Button>} />;
  return (
    <Empty icon={MailX} title={t("statements.empty")}>
      {t("statements.emptyText")}
    </Empty>
  );
}
