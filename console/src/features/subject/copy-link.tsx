import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/components/desk/announcer";
import { IconButton } from "@/components/ui/icon-button";
import { copy } from "@/lib/copy";
import { notifyFailure } from "@/lib/notifications";

const SHOWN_MS = 2_000;

/** Copies the address of this item, as it stands in the browser. */
export function CopyLink() {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  // without https a browser has no clipboard for pages
  if (!window.isSecureContext) return null;

  const copyLink = async () => {
    if (!(await copy(location.href))) {
      notifyFailure(t("common.notCopied"));
      return;
    }
    announce(t("work.item.copied"));
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <IconButton
      icon={copied ? Check : Copy}
      size="s"
      label={t(copied ? "work.item.copied" : "work.item.copy")}
      onClick={() => void copyLink()}
    />
  );
}
