import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

import { DataTable } from "./data-table";
import type { ListFilters } from "./filters";
import { FindField } from "./find-field";
import { TableTools } from "./table-tools";
import type { TableState } from "./use-table";

/** What a list says: its name, what its words are looked for in, why it is empty, and the way back to all rows. */
type ListWord = "list" | "find" | "failed" | "empty" | "noMatch" | "clear";

interface Props<Row> {
  of: TableState<Row>;
  filters: Pick<ListFilters<never>, "words" | "isNarrowed" | "clear">;
  icon: LucideIcon;
  says: (name: ListWord) => string;
  /** What narrows the list beside words. */
  choices?: ReactNode;
  /** What else can be done with the list. */
  children: ReactNode;
}

/** A list in a card: what narrows it, its rows, and without any the way back to all of them. */
export function ListCard<Row>({ of, filters, icon, says, choices, children }: Props<Row>) {
  const { words, isNarrowed, clear } = filters;
  return (
    <section className="card" aria-label={says("list")}>
      <TableTools
        of={of}
        filters={
          <>
            <FindField label={says("find")} words={words} />
            {choices}
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
