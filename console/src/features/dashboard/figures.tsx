import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { DashboardFigures, QueueDays, QueueSummary } from "@/api/types";
import { Age } from "@/components/ui/age";
import { Skeleton } from "@/components/ui/skeleton";
import { LEAST_CHECKED, WANTED } from "@/lib/agreement";
import { formatDeskDay, formatNumber } from "@/lib/dates";
import { pathOf, queueNamed, useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import styles from "./dashboard.module.css";
import { totalsOf } from "./totals";

interface Props {
  queues: QueueSummary[] | undefined;
  figures: DashboardFigures | undefined;
}

const sumAt = (queues: readonly QueueDays[], day: number) => queues.reduce((sum, { open }) => sum + (open.at(day) ?? 0), 0);

/**
 * Totals over all queues: open items, overdue items and the age of the oldest; arrivals and decisions of today. For
 * head moderators also when the first queue will be empty, and how often two people agree. Each figure reserves its
 * place while loading. Wide pages also show the usual value of some.
 */
export function Figures({ queues, figures }: Props) {
  const { t } = useTranslation();
  const isHead = useCan()("head_moderator");
  const titles = useTitles();
  const totals = queues && totalsOf(queues);
  const today = figures?.days.at(-1);
  const main = figures?.queues.find(({ queue }) => queue === figures.stars?.queue);
  const agreed = figures?.agreement?.at(-1);
  const grown = figures ? sumAt(figures.queues, -1) - sumAt(figures.queues, -2) : 0;
  const usual = isHead ? figures?.expected[0] : undefined;
  const shown = (value: number) => ({ shown: formatNumber(Math.abs(Math.round(value))) });
  return (
    <div className={`figures ${styles.figures}`}>
      <Figure
        value={totals && formatNumber(totals.open)}
        name={t("dashboard.open")}
        more={` ${t("dashboard.openItems", { count: totals?.open ?? 0 })}`}
        wide={isHead && grown !== 0 && t(grown > 0 ? "dashboard.more" : "dashboard.fewer", shown(grown))}
      />
      <Figure
        value={totals && <Overdue number={totals.overdue} />}
        name={t("dashboard.overdue")}
        wide={isHead && ` ${t("dashboard.inAllQueues")}`}
        tone={(totals?.overdue ?? 0) > 0 ? styles.over : undefined}
      />
      {!isHead && (
        <Figure value={totals && (totals.oldest ? <Oldest of={totals.oldest} /> : t("dashboard.nothing"))} name={t("dashboard.oldest")} />
      )}
      <Figure
        value={today && formatNumber(today.arrived)}
        name={t("dashboard.arrived")}
        wide={usual && t("dashboard.usual", shown(usual.arrived.value))}
      />
      <Figure
        value={today && formatNumber(today.decided)}
        name={t("dashboard.decided")}
        more={`${isHead ? "" : ` ${t("dashboard.byAll")}`}${today?.batched ? t("dashboard.batches", shown(today.batched)) : ""}`}
        wide={usual && t("dashboard.expected", shown(usual.decided.value))}
      />
      {main?.emptied?.day && (
        <Figure value={formatDeskDay(main.emptied.day)} before={t("dashboard.allDecided", { queue: titles.queue(main.queue) })} name={t("dashboard.isEmpty")} />
      )}
      {agreed && (
        <Figure
          value={
            <Link className="plain" to={paths.quality}>
              {Math.round((100 * agreed.agreed) / agreed.checked)}%
            </Link>
          }
          name={t("dashboard.agreement")}
          more={t("dashboard.agreementOf", { agreed: formatNumber(agreed.agreed), checked: formatNumber(agreed.checked) })}
          of={t("dashboard.wanted", { share: 100 * WANTED })}
          tone={agreed.checked < LEAST_CHECKED ? "dim" : agreed.high < WANTED ? styles.grows : undefined}
        />
      )}
    </div>
  );
}

/** The number of overdue items; for head moderators linked to their list. */
function Overdue({ number }: { number: number }) {
  const shown = formatNumber(number);
  return useCan()("head_moderator") && number > 0 ? (
    <Link className="plain" to={paths.overdue}>
      {shown}
    </Link>
  ) : (
    shown
  );
}

/** The age of the oldest item, linked to its queue. */
function Oldest({ of: { name, oldest_at: at } }: { of: QueueSummary }) {
  const queue = queueNamed(useDesk(), name);
  const age = at && <Age at={at} />;
  return queue ? (
    <Link className="plain" to={pathOf(queue)}>
      {age}
    </Link>
  ) : (
    age
  );
}

interface FigureProps {
  /** Undefined while loading. */
  value: ReactNode;
  /** The name, in one word. */
  name: string;
  /** Text before and after the name, hidden on a phone. */
  before?: string;
  more?: string;
  /** The same, also on a phone. */
  of?: string;
  /** What follows on a wide page. */
  wide?: string | false | undefined;
  tone?: string | undefined;
}

function Figure({ value, name, before, more, of, wide, tone }: FigureProps) {
  return (
    <div>
      <b className={tone}>{value ?? <Skeleton width="56px" />}</b>
      <span>
        {before && <span className="not-phone">{before} </span>}
        {name}
        {more && <span className={`not-phone ${styles.more}`}>{more}</span>}
        {of && <span className={styles.more}>{of}</span>}
        {wide && <span className={styles.wide}>{wide}</span>}
      </span>
    </div>
  );
}
