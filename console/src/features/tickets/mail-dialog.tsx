import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";

import styles from "./tickets.module.css";

interface Mail {
  source: string;
  is_whole: boolean;
}

/** A mail as it came, as plain text. Each reading leaves an entry in the audit log. */
export function MailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const [mail, setMail] = useState<Mail | null>(null);
  const { run, refusal } = useCommand({
    name: `quarantine ${id}`,
    send: (_: undefined, key) =>
      answer(
        api.POST("/api/mail/quarantine/{mail_id}/source", {
          params: { path: { mail_id: id } },
          headers: { "Idempotency-Key": key },
        }),
      ),
    done: setMail,
  });
  useEffect(() => void run(undefined), [run]);
  return (
    <Dialog onClose={onClose} wide title={t("ticketList.quarantine.mail", { id })} description={t("ticketList.quarantine.noted")}>
      {refusal !== null ? (
        <Notice tone="danger" alert>
          {sayUnknown(refusal, t)}
        </Notice>
      ) : mail === null ? (
        <Skeleton width="60%" />
      ) : (
        <>
          {!mail.is_whole && <Notice tone="info">{t("ticketList.quarantine.cut")}</Notice>}
          <div className={styles.source} role="region" aria-label={t("ticketList.quarantine.mail", { id })} tabIndex={0} dir="auto">
            {mail.source}
          </div>
        </>
      )}
    </Dialog>
  );
}
