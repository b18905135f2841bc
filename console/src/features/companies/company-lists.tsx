import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { TableDeclaration } from "@/components/table/columns";
import { CsvExport } from "@/components/table/csv-export";
import { DataTable } from "@/components/table/data-table";
import { type Sorting, useServerSort } from "@/components/table/sorting";
import { type Source, usePages, useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Allowed } from "@/lib/permissions";

import { accountTable, newestTable, openTicketTable } from "./columns";

const SHOWN = 5;

/** The newest reviews, in any status; all of them are a page of their own. */
export function NewestReviews({ id }: { id: number }) {
  const { t } = useTranslation();
  const query = useQuery(read("/api/company/{company_id}/reviews", { path: { company_id: id }, query: { limit: SHOWN } }));
  return (
    <Listed
      title={t("organisation.company.newest")}
      table={newestTable}
      source={useWhole(query, query.data?.items)}
      failed={t("organisation.company.newestFailed")}
      empty={t("organisation.company.noReviews")}
    />
  );
}

/** What is shown to people who work on tickets, and to those who manage accounts. */
export function TicketsAndAccounts({ id }: { id: number }) {
  return (
    <>
      <Allowed permission="tickets">
        <OpenTickets id={id} />
      </Allowed>
      <Allowed permission="users">
        <CompanyAccounts id={id} />
      </Allowed>
    </>
  );
}

/** The tickets that are not resolved, the newest change first. */
function OpenTickets({ id }: { id: number }) {
  const { t } = useTranslation();
  const source = usePages(["/api/tickets", { company: id }], (cursor, signal) =>
    answer(api.GET("/api/tickets", { params: { query: { company: id, limit: SHOWN, cursor } }, signal })),
  );
  return (
    <Listed
      title={t("organisation.company.tickets")}
      table={openTicketTable}
      source={source}
      failed={t("organisation.company.ticketsFailed")}
      empty={t("organisation.company.noTickets")}
    />
  );
}

/** The accounts that belong to the company. */
function CompanyAccounts({ id }: { id: number }) {
  const { t } = useTranslation();
  const path = { company_id: id };
  const { sorting, order } = useServerSort(accountTable, ["name", "email"], "accounts-");
  const source = usePages(["/api/company/{company_id}/accounts", { path }, order], (cursor, signal) =>
    answer(api.GET("/api/company/{company_id}/accounts", { params: { path, query: { ...order, cursor } }, signal })),
  );
  const save = () =>
    answer(api.GET("/api/company/{company_id}/accounts/export", { params: { path, query: order }, parseAs: "blob" }));
  return (
    <Listed
      title={t("organisation.company.accounts")}
      table={accountTable}
      source={source}
      sorting={sorting}
      failed={t("organisation.company.accountsFailed")}
      empty={t("organisation.company.noAccounts")}
    >
      {source.rows?.length ? <CsvExport name="company-accounts" fetch={save} /> : null}
    </Listed>
  );
}

interface Props<Row> {
  title: string;
  table: TableDeclaration<Row>;
  source: Source<Row>;
  sorting?: Sorting;
  failed: string;
  empty: string;
  /** What can be done with the rows. */
  children?: ReactNode;
}

function Listed<Row>({ title, table, source, sorting, failed, empty, children }: Props<Row>) {
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
