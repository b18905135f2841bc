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

/**
 * The texts of a list: its name, the label of its search field, the failure, the two reasons for being empty, and the
 * link back to all rows.
 */
type ListWord = "list" | "find" | "failed" | "empty" | "noMatch" | "clear";

interface Props<Row> {
  of: TableState<Row>;
  filters: Pick<ListFilters<never>, "words" | "isNarrowed" | "chosen" | "clear">;
  icon: LucideIcon;
  says: (name: ListWord) => string;
  /** Filters other than words. */
  choices?: ReactElement | readonly ReactElement[];
  /** The button that adds a row. */
  create?: ReactNode;
  /** Further actions of the list. */
  children: ReactNode;
}

/** A list in a card: its filters and its rows; if a filter leaves no rows, a button that clears the filters. */
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
