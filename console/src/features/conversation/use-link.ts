import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { useCommand } from "@/api/use-command";
import { HISTORIES } from "@/features/tasks/task-reads";

const TICKET = "/api/tickets/{ticket_id}";
const STORY = "/api/tickets/{ticket_id}/story";

/** Links a review that the ticket is about. `isOther`: the person has said that one of another company is meant. */
export function useLinkReview(ticketId: number) {
  const { t } = useTranslation();
  return useCommand({
    name: `link ${ticketId}`,
    send: ({ review, isOther }: { review: number; isOther: boolean }, key) =>
      answer(
        api.POST("/api/tickets/{ticket_id}/links", {
          params: { path: { ticket_id: ticketId } },
          body: { review_id: review, of_other_company: isOther },
          headers: { "Idempotency-Key": key },
        }),
      ),
    refreshes: [TICKET, STORY, HISTORIES],
    says: ({ review_id: id }) => t("conversation.link.done", { id }),
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
