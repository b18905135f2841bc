import { Check, CircleX, Layers, type LucideIcon, Undo2, UserRound, UserRoundCheck } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { BatchDetail } from "@/api/types";
import { Icon } from "@/components/ui/icon";
import { formatNumber } from "@/lib/dates";
import { useMoment } from "@/lib/use-moment";

interface Entry {
  at: string | null;
  icon: LucideIcon;
  says: string;
  /** The person's note. */
  words?: string | null;
}

/** The history of a batch, newest first: who did what, and when. */
export function BatchLog({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const { by, skipped, state } = batch;
  const name = by.name;
  const entries: Entry[] = [
    { at: batch.at, icon: UserRound, says: t("bulk.log.asked", { name }) },
    { at: batch.confirmed_at, icon: UserRoundCheck, says: t("bulk.log.confirmed", { name: batch.confirmed_by?.name ?? "" }), words: batch.answer },
    // equal times mean that the only run was the rollback
    { at: batch.started_at === batch.rolled_back_at ? null : batch.started_at, icon: Layers, says: t("bulk.log.began") },
    {
      at: state === "done" ? batch.finished_at : null,
      icon: Check,
      says: skipped > 0 ? t("bulk.log.endedSkipped", { count: skipped, number: formatNumber(skipped) }) : t("bulk.log.ended"),
    },
    {
      at: batch.cancelled_by && (state === "cancelled" ? batch.finished_at : batch.rolled_back_at),
      icon: CircleX,
      says: t(batch.confirmed_at || batch.started_at || batch.cancelled_by?.id === by.id ? "bulk.log.cancelled" : "bulk.log.declined", { name: batch.cancelled_by?.name ?? "" }),
      words: batch.confirmed_at ? null : batch.answer,
    },
    { at: batch.rolled_back_at, icon: Undo2, says: t("bulk.log.rolledBack", { name }) },
    { at: state === "rolled_back" ? batch.finished_at : null, icon: Check, says: t("bulk.log.rollbackEnded") },
  ];
  const newest = entries.flatMap(({ at, ...entry }) => (at ? { at, ...entry } : [])).toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <section className="card" aria-labelledby="batch-log">
      <div className="card-head">
        <h2 id="batch-log">{t("bulk.log.title")}</h2>
      </div>
      <ol className="timeline card-body">
        {newest.map(({ at, icon, says, words }) => (
          <li key={says} className="event">
            <span className="mark">
              <Icon of={icon} />
            </span>
            <p>
              <bdi>{says}</bdi>
            </p>
            <time className="meta" dateTime={at}>
              {momentOf(at)}
            </time>
            {words && (
              <p className="why" dir="auto">
                {words}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
