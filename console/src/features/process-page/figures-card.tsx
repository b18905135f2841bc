import { FileSearch } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/table/data-table";
import type { useTable } from "@/components/table/use-table";
import { Empty } from "@/components/ui/empty";

interface Props<Row> {
  title: string;
  hint?: string;
  of: ReturnType<typeof useTable<Row>>;
  /** Text below the table. */
  children?: ReactNode;
}

/** A table of figures with its title. */
export function FiguresCard<Row>({ title, hint, of, children }: Props<Row>) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      {hint && <p className="card-body soft">{hint}</p>}
      <DataTable of={of} label={title} failed={t("processes.failed")} empty={<Empty icon={FileSearch} title={t("processes.nothing")} />} />
      {children}
    </section>
  );
}
