import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { TableDeclaration } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import type { Sort } from "@/components/table/sorting";
import { type Source } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";

import type { AgreementLine } from "./columns";

const FEW = 8; // rows that are read without sorting them

interface Props {
  title: string;
  table: TableDeclaration<AgreementLine>;
  source: Source<AgreementLine>;
}

/** Agreement, a line for each person or reason. */
export function AgreementTable({ title, table: declaration, source }: Props) {
  const { t } = useTranslation();
  const [sort, setSort] = useState<Sort | null>({ by: "checked", ascending: false }); // two tables share the page's address
  const table = useTable(declaration, source, { sorting: { current: sort, onSort: setSort }, total: source.rows });
  return (
    <section className="card">
      <div className="card-head">
        <h2>{title}</h2>
        {!table.narrow && <span className="meta end">{t("quality.legend")}</span>}
      </div>
      {table.narrow && (source.rows?.length ?? 0) > FEW && <TableTools of={table} />}
      <DataTable of={table} label={title} failed={t("quality.failed")} empty={null} />
    </section>
  );
}
