import { type ReactNode, useId } from "react";

import type { TableDeclaration } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import type { Sorting } from "@/components/table/sorting";
import type { Source } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";

interface Props<Row> {
  title: string;
  table: TableDeclaration<Row>;
  source: Source<Row>;
  sorting?: Sorting;
  failed: string;
  empty: string;
  /** The actions for the rows. */
  children?: ReactNode;
}

/** A table in a card of its own. */
export function Listed<Row>({ title, table, source, sorting, failed, empty, children }: Props<Row>) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        <span className="end" />
        {children}
      </div>
      <DataTable of={useTable(table, source, sorting && { sorting })} label={title} failed={failed} empty={<p className="card-body soft">{empty}</p>} />
    </section>
  );
}
