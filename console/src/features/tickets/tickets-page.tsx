import "./list-words";

import { useQuery } from "@tanstack/react-query";
import { Ellipsis, MessagesSquare, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { TicketRow } from "@/api/types";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { FindField } from "@/components/table/find-field";
import { useSelection } from "@/components/table/selection";
import { useSortInAddress } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button, buttonClass } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Empty } from "@/components/ui/empty";
import { HoldKeys } from "@/components/desk/hold-keys";
import { useMailSetAside } from "@/features/counts/mail-set-aside";
import { CompanyFilter } from "@/features/list/company-filter";
import { LISTS_OF_TICKETS } from "@/features/list/lists-of-all";
import { PersonFilter } from "@/features/list/person-filter";
import { pathOf, queueNamed, useDesk } from "@/lib/desk";
import { formatNumber } from "@/lib/dates";
import { intoSight } from "@/lib/into-sight";
import { lazyPart } from "@/lib/lazy-part";
import { paths } from "@/lib/paths";
import { useAddress } from "@/lib/use-address";
import { useAtLeast } from "@/lib/use-media";
import { useWords } from "@/lib/use-words";

import { ticketTable } from "./columns";
import { isOpenRow, type OpenRow, TICKETS } from "./selected";
import { TicketSelection } from "./ticket-selection";
import styles from "./tickets.module.css";

/** The lists of tickets: the specification's three, then overdue ones, resolved ones and one's own. */
const FILTERS = [...LISTS_OF_TICKETS, "overdue", "resolved", "mine"] as const;
type Filter = (typeof FILTERS)[number];

const COUNTS_MS = 30_000;

const OpenDialog = lazyPart(async () => ({ default: (await import("./open-dialog")).OpenDialog }));

const isFilter = (text: string | null): text is Filter => FILTERS.some((filter) => filter === text);

const numberIn = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,17}$/.test(text) ? Number(text) : null);

const keyOf = ({ id }: TicketRow) => id;
const nameOf = ({ subject }: TicketRow) => subject;

interface Asked {
  filter: Filter;
  q: string;
  company: number | null;
  assignee: number | null;
}

/** The filters in the address, and a function that changes some of them. */
function useAsked(): [Asked, (change: Partial<Asked>) => void] {
  const [params, replaceParams] = useAddress();
  const filter = params.get("filter");
  const asked: Asked = {
    filter: isFilter(filter) ? filter : "all_unresolved",
    q: params.get("q") ?? "",
    company: numberIn(params.get("company")),
    assignee: numberIn(params.get("assignee")),
  };
  const change = (some: Partial<Asked>) => {
    const said = Object.entries({ ...asked, ...some }).filter(([, value]) => value !== null && value !== "");
    const kept = some.filter === "resolved" ? [] : [...params].filter(([name]) => name === "sort" || name === "direction");
    replaceParams(Object.fromEntries([...said.map(([name, value]) => [name, String(value)] as const), ...kept]));
  };
  return [asked, change];
}

const SORTS = ["updated", "created", "due"] as const;

/** The default order: those due first; resolved ones have no due time. */
const orderOf = (filter: Filter) => (filter === "resolved" ? { by: "updated", ascending: false } : { by: "due", ascending: true });

/** The selected tickets with the data that the list shows now, without those that have ended. */
function current(selected: readonly TicketRow[], shown: readonly TicketRow[]): OpenRow[] {
  const now = new Map(shown.map((row) => [row.id, row]));
  return selected.map((row) => now.get(row.id) ?? row).filter(isOpenRow);
}

/**
 * The address of the tool that decides all matching tickets on all pages: only for unresolved tickets, filtered by
 * company and words.
 */
function toolFor({ filter, company, q, assignee }: Asked): string | undefined {
  if (filter !== "all_unresolved" || assignee !== null) return undefined;
  const said = { queue: TICKETS, outcome: "resolve", ...(company !== null && { company: String(company) }), ...(q && { q }) };
  return `${paths.bulkModerate}?${new URLSearchParams(said).toString()}`;
}

/** All tickets, filtered by list, company, assignee and words; with a button that opens one for a client. */
export function TicketsPage() {
  const { t } = useTranslation();
  const setAside = useMailSetAside();
  const [asked, setAsked] = useAsked();
  const queue = queueNamed(useDesk(), TICKETS);
  const selection = useSelection<TicketRow>(keyOf, nameOf);
  const change = (some: Partial<Asked>) => {
    selection.clear(); // another list has other tickets, so nothing stays selected
    setAsked(some);
  };
  const [opening, setOpening] = useState(false);
  const isWide = useAtLeast("lg");
  const { filter, q, company, assignee } = asked;
  const words = useWords(q, (text) => change({ q: text }));
  const sorting = useSortInAddress(ticketTable, orderOf(filter));
  const sorted = filter === "resolved" ? orderOf(filter) : (sorting.current ?? orderOf(filter));
  const order = { sort: SORTS.find((name) => name === sorted.by) ?? "updated", direction: sorted.ascending ? "asc" : "desc" } as const;
  const query = { filter, q, ...order, ...(company !== null && { company }), ...(assignee !== null && { assignee }) };
  const tickets = usePages(["/api/tickets", query], (cursor, signal) =>
    answer(api.GET("/api/tickets", { params: { query: { ...query, cursor } }, signal })),
  );
  const counts = useQuery({ ...read("/api/tickets/counts"), refetchInterval: COUNTS_MS }).data;
  const rows = tickets.rows ?? [];
  // resolved tickets have no open task to act on
  const table = useTable(ticketTable, tickets, filter === "resolved" ? {} : { selection, sorting });
  const selected = current(selection.rows, rows);
  const others = (
    <>
      {queue && (
        <Link className={buttonClass("quiet", "s")} to={pathOf(queue)}>
          {t("ticketList.list.queue")}
        </Link>
      )}
      <Link className={buttonClass("quiet", "s")} to={paths.quarantine}>
        {t("navigation.quarantine")} {setAside ? <span className="count">{formatNumber(setAside)}</span> : null}
      </Link>
      <Link className={buttonClass("quiet", "s")} to={paths.cannedReplies}>
        {t("navigation.cannedReplies")}
      </Link>
      <Button size="s" icon={Plus} onClick={() => setOpening(true)}>
        {t("ticketList.open.title")}
      </Button>
    </>
  );
  return (
    <>
      <PageHead
        title={t("navigation.ticketList")}
        facts={[
          counts && t("ticketList.list.unresolved", { count: counts.all_unresolved, number: formatNumber(counts.all_unresolved) }),
          counts && counts.overdue > 0 && (
            <Link className="plain leads" to={`${paths.ticketList}?filter=overdue`}>{t("work.head.overdue", { number: formatNumber(counts.overdue) })}</Link>
          ),
        ].filter(Boolean)}
      />
      <div className={`page ${styles.full}`}>
        <section aria-label={t("navigation.ticketList")}>
          <div className={styles.lists}>
            <div className="tabs" role="group" aria-label={t("work.lists.label")}>
              {FILTERS.map((list) => (
                <button key={list} ref={list === filter ? intoSight : undefined} type="button" className="tab" aria-pressed={list === filter} onClick={() => change({ filter: list })}>
                  {t(`work.lists.${list}`)}{" "}
                  {counts && list !== "resolved" && <span className="count">{formatNumber(counts[list])}</span>}
                </button>
              ))}
            </div>
            {isWide ? (
              <span className="row wrap">{others}</span>
            ) : (
              <Disclosure label={t("work.actions.more")} icon={Ellipsis} className="at-end">
                <div className={styles.others}>{others}</div>
              </Disclosure>
            )}
          </div>
          <TableTools
            of={table}
            filters={
              <>
                <CompanyFilter
                  queue={TICKETS}
                  company={company}
                  name={rows.find((row) => row.company?.id === company)?.company?.name}
                  onChange={(id) => change({ company: id })}
                />
                <PersonFilter
                  queue={TICKETS}
                  person={assignee}
                  name={rows.find((row) => row.assigned_to?.id === assignee)?.assigned_to?.name}
                  onChange={(id) => change({ assignee: id })}
                />
                <FindField label={t("ticketList.list.find")} words={words} />
              </>
            }
          />
          <DataTable
            of={table}
            label={t("navigation.ticketList")}
            failed={t("ticketList.list.failed")}
            empty={
              <Empty icon={MessagesSquare} title={t(q || company !== null || assignee !== null ? "ticketList.list.noMatch" : "ticketList.list.empty")}>
                {q.includes("@") && t("ticketList.list.wholeAddress")}
              </Empty>
            }
          />
        </section>
        <TicketSelection selection={selection} rows={selected} tool={tickets.more && toolFor(asked)} />
      </div>
      {opening && (
        <Suspense fallback={<HoldKeys />}>
          <OpenDialog onClose={() => setOpening(false)} />
        </Suspense>
      )}
    </>
  );
}
