import { useTranslation } from "react-i18next";

import type { QueueSummary } from "@/api/types";
import { Age } from "@/components/ui/age";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/dates";

import styles from "./dashboard.module.css";
import { totalsOf } from "./totals";

/** Three figures over all queues: what waits, what waits too long, and how long the oldest has waited. */
export function Figures({ queues }: { queues: QueueSummary[] | undefined }) {
  const { t } = useTranslation();
  const totals = queues && totalsOf(queues);
  const waiting = <Skeleton width="56px" />;
  return (
    <div className={`figures ${styles.figures}`}>
      <div>
        <b>{totals ? formatNumber(totals.open) : waiting}</b>
        <span>{t("dashboard.open", { count: totals?.open ?? 0 })}</span>
      </div>
      <div>
        <b className={totals?.overdue ? styles.over : undefined}>{totals ? formatNumber(totals.overdue) : waiting}</b>
        <span>{t("dashboard.overdue")}</span>
      </div>
      <div>
        <b>{totals ? totals.oldestAt ? <Age at={totals.oldestAt} /> : t("dashboard.nothing") : waiting}</b>
        <span>{t("dashboard.oldest")}</span>
      </div>
    </div>
  );
}
