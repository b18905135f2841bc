import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/components/desk/announcer";
import { Button } from "@/components/ui/button";
import { copy } from "@/lib/copy";
import type { Draft } from "@/lib/drafts";
import { notifyFailure } from "@/lib/notifications";

import { textsOf } from "./texts";

/** Copies what was typed, field by field, so that it can be used elsewhere. */
export function CopyDraft({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const texts = textsOf(draft);
  // without https a browser has no clipboard for pages
  if (texts.length === 0 || !window.isSecureContext) return null;

  const copyAll = async () => {
    const text = texts.map(({ title, value }) => `${title}\n${value}`).join("\n\n");
    if (await copy(text)) {
      announce(t("people.loss.copied"));
      setCopied(true);
    } else notifyFailure(t("common.notCopied"));
  };
  return (
    <Button size="s" icon={copied ? Check : Copy} onClick={() => void copyAll()}>
      {t(copied ? "people.loss.copied" : "people.loss.copy")}
    </Button>
  );
}
