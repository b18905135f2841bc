import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import { StatusDot } from "@/components/desk/status-dot";
import { SideList } from "@/components/organisation/side-list";
import { usePages } from "@/components/table/source";
import { paths } from "@/lib/paths";

import { openTicketTable } from "./columns";
import { AllOf } from "./company-tabs";
import { Listed } from "./listed";

const SHOWN = 5;

/** The tickets that are not resolved, the most recently changed first. */
export function CompanyTickets({ id }: { id: number }) {
  const { t } = useTranslation();
  const source = usePages(["/api/tickets", { company: id }], (cursor, signal) =>
    answer(api.GET("/api/tickets", { params: { query: { company: id, cursor } }, signal })),
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

/** The first of these tickets, for the overview. */
export function TicketsBeside({ id }: { id: number }) {
  const { t } = useTranslation();
  const tickets = useQuery(read("/api/tickets", { query: { company: id, limit: SHOWN } }));
  return (
    <SideList
      title={t("organisation.company.tickets")}
      of={tickets}
      most={SHOWN}
      failed={t("organisation.company.ticketsFailed")}
      empty={t("organisation.company.noTickets")}
      all={
        <AllOf tab="tickets" id={id}>
          {t("organisation.company.all")}
        </AllOf>
      }
    >
      {({ id: ticket, subject, status }) => (
        <span className="row">
          <Link className="plain strong cut" to={paths.ticket(ticket)} dir="auto" title={subject}>
            {subject}
          </Link>
          <span className="end nowrap">
            <StatusDot status={status} />
          </span>
        </span>
      )}
    </SideList>
  );
}
