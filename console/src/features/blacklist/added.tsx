import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { AddedEntry } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import { AddedNotes } from "./added-notes";
import { ToInvestigation } from "./to-investigation";

interface Props {
  entry: AddedEntry;
  onDone: () => void;
}

/**
 * Shown after an entry was added: the open reviews that match it, which can be sent to investigation, and its notes.
 */
export function Added({ entry, onDone }: Props) {
  const { t } = useTranslation();
  const [annotated, setAnnotated] = useState(false);
  const [sent, setSent] = useState(false);
  const offered = entry.open_reviews.sendable.length > 0;
  return (
    <section className="stack" aria-label={t("blacklist.added.title", { hint: entry.hint })}>
      <Notice tone="success" alert>
        <strong>{t("blacklist.added.title", { hint: entry.hint })}</strong>
        <Concerned reviews={entry.open_reviews} />
      </Notice>
      {!annotated && <AddedNotes entry={entry} onDone={() => (offered && !sent ? setAnnotated(true) : onDone())} />}
      {offered && <ToInvestigation entry={entry} onSent={() => setSent(true)} />}
      {annotated && (
        <div className="row">
          <Button tone="quiet" onClick={onDone}>
            {t("common.close")}
          </Button>
        </div>
      )}
    </section>
  );
}

function Concerned({ reviews: { count, complete, investigated, sendable } }: { reviews: AddedEntry["open_reviews"] }) {
  const { t } = useTranslation();
  const may = useCan()("bulk_moderation");
  const permission = useTitles().permission("bulk_moderation");
  const offered = sendable.reduce((sum, { task_ids }) => sum + task_ids.length, 0);
  const staying = count - investigated - offered;
  const said = [
    t("blacklist.added.open", { count }),
    !complete && t("blacklist.added.most"),
    investigated > 0 && t("blacklist.added.investigated", { count: investigated }),
    may && staying > 0 && t("blacklist.added.staying", { count: staying }),
    !may && staying > 0 && t("blacklist.added.others", { permission }),
  ];
  return <p>{said.filter(Boolean).join(" ")}</p>;
}
