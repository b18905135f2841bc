import { useTranslation } from "react-i18next";

import type { Team } from "@/api/types";
import { BoxLegend, BoxPlot } from "@/components/chart/box-plot";
import { formatNumber, formatSpan } from "@/lib/dates";
import { orderedQueues, useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

import styles from "./team.module.css";

const [HOUR, DAY] = [3_600, 86_400];
const TICKS = [HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY];

/** How long the open items of each queue have waited, on one axis, in the order of the dashboard. */
export function WaitingCard({ waiting }: { waiting: Team["waiting"] | undefined }) {
  const { t } = useTranslation();
  const titles = useTitles();
  const order = orderedQueues(useDesk()).map(({ name }) => name);
  if (!waiting || waiting.length === 0) return null;
  const inOrder = waiting.toSorted((one, other) => order.indexOf(one.queue) - order.indexOf(other.queue));
  const rows = inOrder.map(({ queue, open, low, median, high, clock }) => {
    const name = titles.queue(queue);
    const head = (
      <span className={styles.queue}>
        <span className="cut">{name}</span>
        <bdi className="dim">{formatNumber(open)}</bdi>
      </span>
    );
    return { key: queue, name, head, low, median, high, mark: clock };
  });
  return (
    <section className="card" aria-labelledby="waiting-title">
      <div className="card-head">
        <h2 id="waiting-title">{t("team.waiting.title")}</h2>
        <span className="end" />
        <BoxLegend of={{ point: t("chart.median"), bar: t("chart.eightOfTen"), mark: t("team.waiting.due"), late: t("team.waiting.late") }} />
      </div>
      <div className="card-body">
        <BoxPlot
          label={t("team.waiting.title")}
          rowName={t("team.queue")}
          rows={rows}
          names={[t("chart.median"), t("chart.eightOfTen"), t("team.waiting.clock")]}
          axis={{ from: HOUR, ticks: TICKS, format: formatSpan, nameOfTick: (seconds) => (seconds === HOUR ? t("team.waiting.under") : formatSpan(seconds)) }}
        />
      </div>
    </section>
  );
}
