import { Eye } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { useCommand } from "@/api/use-command";
import { SuspectMark } from "@/components/desk/item-marks";
import { sayUnknown } from "@/components/desk/say-unknown";
import { IconButton } from "@/components/ui/icon-button";

import styles from "./conversation.module.css";

interface Props {
  ticketId: number;
  client: { name: string; email: string; suspect: boolean };
}

/** Who the client is. The address is masked until somebody reads it, which the server notes. */
export function ClientLine({ ticketId, client: { name, email, suspect } }: Props) {
  const { t } = useTranslation();
  const [full, setFull] = useState<string | null>(null);
  const { run, busy, refusal } = useCommand({
    name: `read client ${ticketId}`,
    send: (_: undefined, key) =>
      answer(
        api.POST("/api/tickets/{ticket_id}/client", {
          params: { path: { ticket_id: ticketId } },
          headers: { "Idempotency-Key": key },
        }),
      ),
    done: (read) => setFull(read.email),
  });
  return (
    <span className={`row wrap ${styles.address}`}>
      <bdi>{name}</bdi>
      <SuspectMark suspect={suspect} />
      {full === null ? <bdi dir="ltr">{email}</bdi> : <a href={`mailto:${full}`}>{full}</a>}
      {full === null && email && (
        <IconButton
          className="not-paper"
          icon={Eye}
          size="s"
          busy={busy}
          label={t("conversation.showAddress")}
          hint={`${t("conversation.showAddress")}. ${t("conversation.showAddressHint")}`}
          onClick={() => void run(undefined)}
        />
      )}
      {refusal !== null && <span role="alert">{sayUnknown(refusal, t)}</span>}
    </span>
  );
}
