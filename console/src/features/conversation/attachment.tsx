import { FileText, Image } from "lucide-react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { TicketMessage } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { useFileSize } from "@/components/desk/use-file-size";
import { Button } from "@/components/ui/button";

import styles from "./conversation.module.css";
import { Preview } from "./preview";

/** A file: images are shown small and open in a tab, everything else is saved, under an address of five minutes. */
export function Attachment({ file: { id, name, size, preview } }: { file: TicketMessage["attachments"][number] }) {
  const { t } = useTranslation();
  const sizeOf = useFileSize();
  const { run, busy, refusal } = useCommand({
    name: `attachment ${id}`,
    send: () => answer(api.GET("/api/attachments/{attachment_id}", { params: { path: { attachment_id: id } } })),
    done: ({ url }) => {
      window.open(url, "_blank", "noopener");
    },
  });
  return (
    <li className={styles.file}>
      {preview && <Preview id={id} name={name} />}
      <Button
        size="s"
        icon={preview ? Image : FileText}
        busy={busy}
        aria-label={t(preview ? "conversation.open" : "conversation.save", { name })}
        onClick={() => void run()}
      >
        <bdi className="cut">{name}</bdi>
      </Button>
      {/* on paper no button stands */}
      <bdi className={styles.printed}>{name}</bdi>
      <span className="meta">{sizeOf(size)}</span>
      {refusal !== null && <span role="alert">{sayUnknown(refusal, t)}</span>}
    </li>
  );
}
