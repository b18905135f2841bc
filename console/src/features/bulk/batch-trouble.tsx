import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Batch } from "@/api/types";
import { Notice } from "@/components/ui/notice";
import { useMe } from "@/features/session/use-me";
import { formatNumber, formatTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

/** Why a batch does not go on, and what becomes of it: an error, or items that others hold; nothing for one that does. */
export function BatchTrouble({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const me = useMe();
  const can = useCan();
  const { state, waiting, done, seconds_left: left, failed_attempts: count, tries_again_at: at } = batch;
  if (state === "stopped")
    return (
      <Notice tone="danger" alert>
        {t("bulk.batch.stopped", { count })} {t(batch.by.id === me.id ? "bulk.batch.stoppedOwn" : "bulk.batch.stoppedOther", { name: batch.by.name })}{" "}
        {can("head_moderator") && <Link to={paths.failedJobs}>{t("bulk.batch.stoppedJobs")}</Link>}
      </Notice>
    );
  if (at === null) {
    const isHeldUp = state === "running" && left === null && waiting > 0 && done > 0;
    return isHeldUp && <Notice tone="info">{t("bulk.batch.heldUp", { count: waiting, number: formatNumber(waiting) })}</Notice>;
  }
  return <Notice tone="warning">{t("bulk.batch.failing", { count, time: formatTime(at) })}</Notice>;
}
