import "./words";

import { RotateCcw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { answer, api } from "@/api/client";
import type { TicketDetail } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button, buttonClass } from "@/components/ui/button";
import { HISTORIES, LISTS, PAGES } from "@/features/tasks/task-reads";
import { paths } from "@/lib/paths";
import { Allowed } from "@/lib/permissions";

/** At the end of a step of it. A resolved ticket is opened again by anyone who works on tickets: it returns to the queue. */
export function ReopenTicket({ ticket: { id, status } }: { ticket: TicketDetail }) {
  const { t } = useTranslation();
  const { run, busy, refusal } = useCommand({
    name: `reopen ticket ${id}`,
    send: () => answer(api.DELETE("/api/tickets/{ticket_id}/resolution", { params: { path: { ticket_id: id } } })),
    refreshes: [...PAGES, "/api/tickets", HISTORIES, ...LISTS],
    says: () => t("conversation.reopen.done"),
  });
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
        <Button icon={RotateCcw} busy={busy} onClick={() => void run()}>
          {t("conversation.reopen.button")}
        </Button>
        {refusal !== null && <p role="alert">{sayUnknown(refusal, t)}</p>}
      </div>
    </Allowed>
  );
}
