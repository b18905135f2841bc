import { useTranslation } from "react-i18next";

import { CopyButton } from "@/components/desk/copy-button";
import type { Draft } from "@/lib/drafts";

import { textsOf } from "./texts";

/** Copies the draft's text, field by field, to the clipboard. */
export function CopyDraft({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const texts = textsOf(draft);
  if (texts.length === 0) return null;
  const text = texts.map(({ title, value }) => `${title}\n${value}`).join("\n\n");
  return <CopyButton size="s" text={text} label={t("people.loss.copy")} copied={t("people.loss.copied")} />;
}
