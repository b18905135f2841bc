import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import type { Draft } from "@/lib/drafts";

import { CopyDraft } from "./copy-draft";
import { textsOf } from "./texts";

interface Props {
  draft: Draft;
  onDiscard: () => void;
}

/** The draft of an item that can no longer be decided, to read, copy or discard. */
export function StoredDraft({ draft, onDiscard }: Props) {
  const { t } = useTranslation();
  const texts = textsOf(draft);
  if (texts.length === 0) return null;
  return (
    <section className="stored-draft stack-s" aria-label={t("work.draft.title")}>
      <h3 className="section-title">{t("work.draft.title")}</h3>
      <dl className="facts">
        {texts.map(({ title, value }) => (
          <div key={title} className="stored-field">
            <dt>{title}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <CopyDraft draft={draft} />
        <Button size="s" onClick={onDiscard}>
          {t("work.draft.discard")}
        </Button>
      </div>
    </section>
  );
}
