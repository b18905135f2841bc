import { useTranslation } from "react-i18next";

import type { Team } from "@/api/types";
import { BoxPlot } from "@/components/chart/box-plot";
import { formatNumber, formatSpan } from "@/lib/dates";
import { useTitles } from "@/lib/use-titles";

import styles from "./team.module.css";

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
const TICKS = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY];

/** How long the open items of each queue have waited, on one axis. */
export function WaitingCard({ waiting }: { waiting: Team["waiting"] | undefined }) {
  const { t } = useTranslation();
  const titles = useTitles();
  if (!waiting || waiting.length === 0) return null;
  const rows = waiting.map(({ queue, open, low, median, high }) => {
    const name = titles.queue(queue);
    const head = (
      <span className={styles.queue}>
        <span className="cut">{name}</span>
        <bdi className="dim">{formatNumber(open)}</bdi>
      </span>
    );
    return { key: queue, name, head, low, median, high };
  });
  return (
    <section className="card" aria-labelledby="waiting-title">
      <div className="card-head">
        <h2 id="waiting-title">{t("people.team.waiting.title")}</h2>
        <span className="meta">{t("people.team.waiting.what")}</span>
      </div>
      <div className="card-body">
        <BoxPlot
          label={t("people.team.waiting.title")}
          rowName={t("people.team.queue")}
          rows={rows}
          axis={{ ticks: TICKS, format: formatSpan }}
        />
      </div>
    </section>
  );
}
