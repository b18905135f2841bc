import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import type { Reads } from "@/api/queries";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { paths } from "@/lib/paths";
import { ticketList } from "@/lib/words/en/ticket-list";

const QUARANTINE: readonly Reads[] = ["/api/mail/quarantine", "/api/mail/quarantine/count", "/api/tickets"];

type Refusal = keyof typeof ticketList.quarantine.refusals;

/** A person wrote it: it becomes a message of a ticket, which is opened. */
export function useMakeTicket(id: number) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useCommand({
    name: `ticket of mail ${id}`,
    send: (_: undefined, key) =>
      answer(
        api.POST("/api/mail/quarantine/{mail_id}/ticket", {
          params: { path: { mail_id: id } },
          headers: { "Idempotency-Key": key },
        }),
      ),
    refreshes: QUARANTINE,
    says: () => t("ticketList.quarantine.made"),
    done: ({ ticket_id: ticket }) => void navigate(paths.ticket(ticket)),
  });
}

/** It stays, and is not counted any more; `always`: so does all mail of its sender. */
export function useSettle(id: number) {
  const { t } = useTranslation();
  return useCommand({
    name: `settle mail ${id}`,
    send: (always: boolean) => answer(api.PUT("/api/mail/quarantine/{mail_id}/settled", { params: { path: { mail_id: id } }, body: { always } })),
    refreshes: QUARANTINE,
    says: (_, always) => t(always ? "ticketList.quarantine.settledAlways" : "ticketList.quarantine.settled"),
  });
}

/** Why it was not done. */
export function useRefusalOfMail() {
  const { t } = useTranslation();
  return (error: unknown): string => {
    const code = error instanceof ApiError && error.code in ticketList.quarantine.refusals ? (error.code as Refusal) : null;
    return code ? t(`ticketList.quarantine.refusals.${code}`) : sayUnknown(error, t);
  };
}
