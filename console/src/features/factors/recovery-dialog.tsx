import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { copy } from "@/lib/copy";
import { notifyFailure } from "@/lib/notifications";

import styles from "./factors.module.css";

/** Shows recovery codes once. */
export function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copyAll = async () => {
    if (await copy(codes.join("\n"))) setCopied(true);
    else notifyFailure(t("common.notCopied"));
  };
  return (
    <Dialog
      title={t("factors.recovery.shown")}
      description={t("factors.recovery.shownText")}
      onClose={onClose}
      footer={
        <>
          {/* browsers offer pages a clipboard only over https */}
          {window.isSecureContext && (
            <Button icon={copied ? Check : Copy} onClick={() => void copyAll()}>
              {t(copied ? "factors.recovery.copied" : "factors.recovery.copy")}
            </Button>
          )}
          <Button tone="primary" onClick={onClose}>
            {t("factors.recovery.stored")}
          </Button>
        </>
      }
    >
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
