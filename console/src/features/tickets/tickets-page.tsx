import "./list-words";

import { MessagesSquare } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router-dom";

import { answer, api } from "@/api/client";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { paths } from "@/lib/paths";
import { useWords } from "@/lib/use-words";

import { ticketTable } from "./columns";
import styles from "./tickets.module.css";

/** The lists of tickets: the specification's three, then the resolved and one's own. */
const FILTERS = ["all_unresolved", "client_replied", "waiting_on_client", "resolved", "mine"] as const;
type Filter = (typeof FILTERS)[number];

const isFilter = (text: string | null): text is Filter => FILTERS.some((filter) => filter === text);

/** All tickets, by list and words; both stand in the address. */
export function TicketsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const asked = params.get("filter");
  const filter = isFilter(asked) ? asked : "all_unresolved";
  const q = params.get("q") ?? "";
  const show = (list: Filter, text: string) => setParams({ filter: list, ...(text && { q: text }) }, { replace: true });
  const words = useWords(q, (text) => show(filter, text));
  const tickets = usePages(["/api/tickets", { filter, q }], (cursor, signal) =>
    answer(api.GET("/api/tickets", { params: { query: { filter, q, cursor } }, signal })),
  );
  const table = useTable(ticketTable, tickets);
  return (
    <>
      <PageHead title={t("navigation.ticketList")} />
      <div className="page">
        <section className="card" aria-label={t("navigation.ticketList")}>
          <TableTools
            of={table}
            filters={
              <>
                <span className="row wrap" role="group" aria-label={t("ticketList.list.label")}>
                  {FILTERS.map((list) => (
                    <button key={list} type="button" className="chip" aria-pressed={list === filter} onClick={() => show(list, q)}>
                      {t(`ticketList.list.${list}`)}
                    </button>
                  ))}
                </span>
                <input
                  type="search"
                  className={`input ${styles.find}`}
                  aria-label={t("ticketList.list.find")}
                  placeholder={t("ticketList.list.find")}
                  maxLength={200}
                  value={words.typed}
                  onChange={({ target }) => words.type(target.value)}
                  onBlur={words.flush}
                />
              </>
            }
          >
            <Link className={buttonClass()} to={paths.cannedReplies}>
              {t("navigation.cannedReplies")}
            </Link>
          </TableTools>
          <DataTable
            of={table}
            label={t("navigation.ticketList")}
            failed={t("ticketList.list.failed")}
            empty={<Empty icon={MessagesSquare} title={t(q ? "ticketList.list.noMatch" : "ticketList.list.empty")} />}
          />
        </section>
      </div>
    </>
  );
}
