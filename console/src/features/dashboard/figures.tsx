import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { DashboardFigures, QueueSummary } from "@/api/types";
import { Age } from "@/components/ui/age";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDeskDay, formatNumber } from "@/lib/dates";
import { useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import styles from "./dashboard.module.css";
import { totalsOf } from "./totals";

interface Props {
  queues: QueueSummary[] | undefined;
  figures: DashboardFigures | undefined;
}

/**
 * Over all queues: what waits, what waits too long, and how long the oldest has waited; what came and went today. For
 * head moderators also when the first queue is empty, and how often two people agree. Each has its place while it loads.
 */
export function Figures({ queues, figures }: Props) {
  const { t } = useTranslation();
  const isHead = useCan()("head_moderator");
  const titles = useTitles();
  const totals = queues && totalsOf(queues);
  const today = figures?.days.at(-1);
  const main = figures?.queues.find(({ queue }) => queue === figures.stars?.queue);
  const agreed = figures?.agreement?.at(-1);
  return (
    <div className={`figures ${styles.figures}`}>
      <Figure
        value={totals && formatNumber(totals.open)}
        name={t("dashboard.open")}
        more={t("dashboard.openItems", { count: totals?.open ?? 0 })}
      />
      <Figure value={totals && formatNumber(totals.overdue)} name={t("dashboard.overdue")} isLate={(totals?.overdue ?? 0) > 0} />
      {!isHead && (
        <Figure value={totals && (totals.oldestAt ? <Age at={totals.oldestAt} /> : t("dashboard.nothing"))} name={t("dashboard.oldest")} />
      )}
      <Figure value={today && formatNumber(today.arrived)} name={t("dashboard.arrived")} more={t("dashboard.today")} />
      <Figure value={today && formatNumber(today.decided)} name={t("dashboard.decided")} more={t("dashboard.todayByAll")} />
      {main?.emptied?.day && (
        <Figure value={formatDeskDay(main.emptied.day)} before={t("dashboard.allDecided", { queue: titles.queue(main.queue) })} name={t("dashboard.isEmpty")} />
      )}
      {agreed && (
        <Figure
          value={`${Math.round((100 * agreed.agreed) / agreed.checked)}%`}
          name={t("dashboard.agreement")}
        />
      )}
    </div>
  );
}

interface FigureProps {
  /** Undefined while it is on its way. */
  value: ReactNode;
  /** In one word. */
  name: string;
  /** What stands before and after it where there is room. */
  before?: string;
  more?: string;
  isLate?: boolean;
}

function Figure({ value, name, before, more, isLate = false }: FigureProps) {
  return (
    <div>
      <b className={isLate ? styles.over : undefined}>{value ?? <Skeleton width="56px" />}</b>
      <span>
        {before && <span className="not-phone">{before} </span>}
        {name}
        {more && <span className="not-phone"> {more}</span>}
      </span>
    </div>
  );
}
