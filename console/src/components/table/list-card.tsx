import type { LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

import { DataTable } from "./data-table";
import { FilterBar } from "./filter-fields";
import type { ListFilters } from "./filters";
import { FindField } from "./find-field";
import { TableTools } from "./table-tools";
import type { TableState } from "./use-table";

/** What a list says: its name, what its words are looked for in, why it is empty, and the way back to all rows. */
type ListWord = "list" | "find" | "failed" | "empty" | "noMatch" | "clear";

interface Props<Row> {
  of: TableState<Row>;
  filters: Pick<ListFilters<never>, "words" | "isNarrowed" | "chosen" | "clear">;
  icon: LucideIcon;
  says: (name: ListWord) => string;
  /** What narrows the list beside words. */
  choices?: ReactElement | readonly ReactElement[];
  /** Adds a row. */
  create?: ReactNode;
  /** What else can be done with the list. */
  children: ReactNode;
}

/** A list in a card: what narrows it, its rows, and without any the way back to all of them. */
export function ListCard<Row>({ of, filters, icon, says, choices, create, children }: Props<Row>) {
  const { t } = useTranslation();
  const { words, isNarrowed, chosen, clear } = filters;
  return (
    <section className="card" aria-label={says("list")}>
      <TableTools
        of={of}
        create={create}
        filters={
          <>
            <FindField label={says("find")} words={words} />
            {choices && (
              <FilterBar label={t("table.filters")} chosen={chosen}>
                {choices}
              </FilterBar>
            )}
          </>
        }
      >
        {children}
      </TableTools>
      <DataTable
        of={of}
        label={says("list")}
        failed={says("failed")}
        empty={
          <Empty
            icon={icon}
            title={says(isNarrowed ? "noMatch" : "empty")}
            actions={isNarrowed && <Button onClick={clear}>{says("clear")}</Button>}
          />
        }
      />
    </section>
  );
}
