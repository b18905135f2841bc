import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/components/desk/announcer";
import { Button } from "@/components/ui/button";
import { copy } from "@/lib/copy";
import { notifyFailure } from "@/lib/notifications";

interface Props {
  text: string;
  label: string;
  /** Replaces the label once the text is copied. */
  copied: string;
  size?: "s" | "m";
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, label, copied, size = "m" }: Props) {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  // browsers offer pages a clipboard only over https
  if (!window.isSecureContext) return null;

  const copyText = async () => {
    if (await copy(text)) {
      announce(copied);
      setDone(true);
    } else notifyFailure(t("common.notCopied"));
  };
  return (
    <Button size={size} icon={done ? Check : Copy} onClick={() => void copyText()}>
      {done ? copied : label}
    </Button>
  );
}
