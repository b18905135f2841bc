import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import type { LinkedTicket } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Dialog } from "@/components/ui/dialog";
import { HISTORIES, LISTS } from "@/features/tasks/task-reads";
import { formatDay } from "@/lib/dates";
import { paths } from "@/lib/paths";

interface Props {
  ticketId: number;
  /** The client's other open tickets. */
  others: readonly LinkedTicket[];
  onClose: () => void;
}

const REFUSALS = ["not_mergeable", "task_taken", "busy"] as const;

/** Makes two tickets of one client the older one. */
export function MergeDialog({ ticketId, others, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(others[0]?.id ?? 0);
  const { run, busy, refusal } = useCommand({
    name: `merge ${ticketId}`,
    send: (into: number, key) =>
      answer(
        api.POST("/api/tickets/{ticket_id}/merge", {
          params: { path: { ticket_id: ticketId } },
          body: { into },
          headers: { "Idempotency-Key": key },
        }),
      ),
    refreshes: ["/api/tickets/{ticket_id}", "/api/tickets", "/api/tickets/{ticket_id}/story", "/api/tasks/{task_id}", HISTORIES, ...LISTS],
    says: ({ id }) => t("conversation.merge.done", { id }),
  });
  const words = { title: t("conversation.merge.title"), description: t("conversation.merge.text"), action: t("conversation.merge.action") };
  if (others.length === 0)
    return (
      <Dialog title={words.title} onClose={onClose}>
        <p>{t("conversation.merge.none")}</p>
      </Dialog>
    );
  const merge = async () => {
    const sent = await run(chosen);
    if (sent.state !== "done") return;
    onClose();
    if (sent.result.id !== ticketId) await navigate(paths.ticket(sent.result.id));
  };
  const code = refusal instanceof ApiError ? REFUSALS.find((one) => one === refusal.code) : undefined;
  return (
    <ActionDialog
      words={words}
      look="danger"
      busy={busy}
      refused={refusal === null ? null : code ? t(`conversation.merge.refused.${code}`) : sayUnknown(refusal, t)}
      onSubmit={() => void merge()}
      onClose={onClose}
    >
      <fieldset className="choice field">
        <legend className="soft">{t("conversation.merge.choose")}</legend>
        {others.map(({ id, subject, created }) => (
          <label key={id} className="check">
            <input type="radio" name="into" checked={id === chosen} onChange={() => setChosen(id)} />
            <span>
              <bdi>{subject}</bdi>{" "}
              <span className="meta">
                {t("conversation.number", { id })}, <time dateTime={created}>{formatDay(created)}</time>
              </span>
            </span>
          </label>
        ))}
      </fieldset>
    </ActionDialog>
  );
}
