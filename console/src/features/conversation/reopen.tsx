import "./words";

import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, type Location, useLocation, useNavigate } from "react-router-dom";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import { read } from "@/api/queries";
import type { TicketDetail } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button, buttonClass } from "@/components/ui/button";
import { HISTORIES, LISTS, PAGES } from "@/features/tasks/task-reads";
import { pathOfItem, useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { Allowed } from "@/lib/permissions";
import { useLatest } from "@/lib/use-latest";

/** At the end of a step of it. A resolved ticket is opened again by anyone who works on tickets: it returns to the queue. */
export function ReopenTicket({ ticket: { id, status } }: { ticket: TicketDetail }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const latest = useLatest({ desk: useDesk(), here: useLocation() });
  const { run, busy, refusal } = useCommand({
    name: `reopen ticket ${id}`,
    send: () => answer(api.DELETE("/api/tickets/{ticket_id}/resolution", { params: { path: { ticket_id: id } } })),
    refreshes: [...PAGES, "/api/tasks/{task_id}", "/api/tickets", HISTORIES, ...LISTS],
    says: () => t("conversation.reopen.done"),
  });
  const reopen = async () => {
    const { here } = latest();
    const sent = await run();
    // its page shows the step that it has reached by itself
    if (sent.state !== "done" || here.pathname === paths.ticket(id)) return;
    const reopened = await client.query({ ...read("/api/tickets/{ticket_id}", { path: { ticket_id: id } }), staleTime: 0 }).catch(() => null);
    const place = reopened?.task && pathOfItem(latest().desk, reopened.task.queue, reopened.task.task_id);
    if (latest().here === here) await navigate(place ? withFilters(place, here) : paths.ticket(id));
  };
  const isOpen = refusal instanceof ApiError && refusal.code === "not_ended";
  if (status !== "resolved")
    return (
      <div className="actions">
        <Link className={buttonClass()} to={paths.ticket(id)}>
          {t("conversation.reopen.goOn")}
        </Link>
      </div>
    );
  return (
    <Allowed permission="tickets">
      <div className="actions">
        <Button icon={RotateCcw} busy={busy} onClick={() => void reopen()}>
          {t("conversation.reopen.button")}
        </Button>
        {refusal !== null && <p role="alert">{isOpen ? t("work.refused.reason.not_ended") : sayUnknown(refusal, t)}</p>}
      </div>
    </Allowed>
  );
}

/** The address of an item in its queue; where that queue is on screen, its filters stay. */
function withFilters(place: string, here: Location): string {
  const [pathname, search] = place.split("?");
  const params = new URLSearchParams(here.search);
  new URLSearchParams(search).forEach((value, name) => params.set(name, value));
  return pathname === here.pathname ? `${pathname}?${params}` : place;
}
