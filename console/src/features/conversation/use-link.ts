import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { useCommand } from "@/api/use-command";
import { HISTORIES } from "@/features/tasks/task-reads";

const TICKET = "/api/tickets/{ticket_id}";
const STORY = "/api/tickets/{ticket_id}/story";

/** Links a review that the ticket is about. */
export function useLinkReview(ticketId: number) {
  const { t } = useTranslation();
  return useCommand({
    name: `link ${ticketId}`,
    send: (reviewId: number, key) =>
      answer(
        api.POST("/api/tickets/{ticket_id}/links", {
          params: { path: { ticket_id: ticketId } },
          body: { review_id: reviewId },
          headers: { "Idempotency-Key": key },
        }),
      ),
    refreshes: [TICKET, STORY, HISTORIES],
    says: ({ other_company: name }, id) => (name === null ? t("conversation.link.done", { id }) : t("conversation.link.doneOther", { id, name })),
  });
}

/** Takes such a link away. */
export function useUnlinkReview(ticketId: number) {
  const { t } = useTranslation();
  return useCommand({
    name: `unlink ${ticketId}`,
    send: (reviewId: number) =>
      answer(
        api.DELETE("/api/tickets/{ticket_id}/links/{review_id}", {
          params: { path: { ticket_id: ticketId, review_id: reviewId } },
        }),
      ),
    refreshes: [TICKET, STORY, HISTORIES],
    says: () => t("conversation.beside.unlinked"),
  });
}
