import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import type { MailSource } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";

import { sayUnknown } from "./say-unknown";

interface Props {
  /** The mail's name in the title and in the command. */
  title: string;
  read: (key: string) => Promise<MailSource>;
  onClose: () => void;
}

/** An original mail as plain text, to read and save. Each reading is recorded in the audit log. */
export function MailDialog({ title, read, onClose }: Props) {
  const { t } = useTranslation();
  const [mail, setMail] = useState<MailSource | null>(null);
  const reading = useCommand({ name: `read ${title}`, send: (_: undefined, key) => read(key), done: setMail });
  const saving = useCommand({
    name: `save ${title}`,
    send: (_: undefined, key) => read(key),
    done: ({ url }) => save(url), // a new address: the one from the reading may have expired
  });
  const { run } = reading;
  useEffect(() => void run(undefined), [run]);
  const refusal = reading.refusal ?? saving.refusal;
  return (
    <Dialog onClose={onClose} wide title={title} description={t("common.mail.noted")}>
      {refusal !== null && (
        <Notice tone="danger" alert>
          {sayUnknown(refusal, t)}
        </Notice>
      )}
      {mail === null ? (
        refusal === null && <Skeleton width="60%" />
      ) : (
        <div className="stack">
          {!mail.is_whole && <Notice tone="info">{t("common.mail.cut")}</Notice>}
          <div className="source" role="region" aria-label={title} tabIndex={0} dir="auto">
            {mail.source}
          </div>
          <div className="row">
            <Button icon={Download} busy={saving.busy} onClick={() => void saving.run(undefined)}>
              {t("common.mail.save")}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function save(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}
