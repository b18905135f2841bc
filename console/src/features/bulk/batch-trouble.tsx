import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { read } from "@/api/queries";
import type { BatchDetail } from "@/api/types";
import { Notice } from "@/components/ui/notice";
import { useMe } from "@/features/session/use-me";
import { formatNumber, formatTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

import { isHeldUp } from "./results-of";
import { sayReason } from "./say-reason";

const MOST_NAMED = 5;
const POLL_MS = 5_000;

/**
 * Why a batch does not continue, and what happens next: after an error, or if others hold the remaining items. Empty
 * for a batch that runs.
 */
export function BatchTrouble({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation();
  const me = useMe();
  const can = useCan();
  const { state, failed_attempts: count, tries_again_at: at } = batch;
  if (state === "stopped")
    return (
      <Notice tone="danger" alert>
        {t("bulk.batch.stopped", { count })} {t(batch.by.id === me.id ? "bulk.batch.stoppedOwn" : "bulk.batch.stoppedOther", { name: batch.by.name })}{" "}
        {can("head_moderator") && <Link to={paths.failedJobs}>{t("bulk.batch.stoppedJobs")}</Link>}
      </Notice>
    );
  if (at === null) return isHeldUp(batch) && <HeldUp batch={batch} />;
  return <Notice tone="warning">{t("bulk.batch.failing", { count, time: formatTime(at) })}</Notice>;
}

/** The first items that other people hold, with their holders. */
function HeldUp({ batch: { id, waiting, by, filter } }: { batch: BatchDetail }) {
  const { t } = useTranslation();
  const held = useQuery({
    ...read("/api/bulk/{batch_id}/items", { path: { batch_id: id }, query: { result: "waiting" } }),
    refetchInterval: POLL_MS,
    enabled: filter !== null, // without the queue's permission the server refuses the items
  });
  return (
    <Notice tone="info">
      {t("bulk.batch.heldUp", { count: waiting, number: formatNumber(waiting) })}
      {held.data && (
        <ul>
          {held.data.items.slice(0, MOST_NAMED).map(({ id: item, title, task_id, code, holder }) => (
            <li key={item}>
              <bdi>{title || `#${task_id}`}</bdi>: {sayReason(code, t, { holder, owner: by })}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
