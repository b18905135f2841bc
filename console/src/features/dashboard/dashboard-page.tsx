import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useOutletContext } from "react-router-dom";

import type { DashboardFigures } from "@/api/types";
import { PageHead } from "@/components/layout/page-head";
import { useWhole } from "@/components/table/source";
import type { OpenCounts } from "@/features/counts/use-open-counts";
import { useUser } from "@/features/session/session-context";
import { clock, useNow } from "@/lib/clock";
import { formatWeekday } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { Allowed, useCan } from "@/lib/permissions";

import { Counted } from "./counted";
import styles from "./dashboard.module.css";
import { Figures } from "./figures";
import { MorningCard } from "./morning-card";
import { NextCard } from "./next-card";
import { partOfDay } from "./part-of-day";
import { QueueTable } from "./queue-table";
import { TakeNext } from "./take-next";
import { totalsOf } from "./totals";
import { useQueues } from "./use-queues";

interface Props {
  figures: DashboardFigures | undefined;
  /** Cards of other rooms: above the queues, below them, and beside them. */
  above?: ReactNode;
  below?: (overdue: number) => ReactNode;
  children?: ReactNode;
}

/** Welcome, what waits, and the shortest way to it. */
export function DashboardPage({ figures, above, below, children }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const { name } = useUser();
  const queues = useQueues();
  const counts = useOutletContext<OpenCounts | undefined>(); // as in the sidebar
  const counted = queues.data?.map((queue) => ({ ...queue, open: counts?.[queue.name] ?? queue.open }));
  const source = useWhole(queues, counted);
  const isHead = useCan()("head_moderator");

  return (
    <>
      <PageHead
        title={t(`dashboard.greeting.${partOfDay(now)}`, { name: name.first })}
        facts={[formatWeekday(now)]}
      />
      <div className="page">
        {source.error === null && (
          <div className={styles.head}>
            <Figures queues={counted} figures={figures} />
            {isHead && (
              <Allowed permission="moderation">
                <TakeNext queues={counted ?? []} />
              </Allowed>
            )}
          </div>
        )}
        <div className={`cols ${styles.cols}${isHead ? ` ${styles.heads}` : ""}`}>
          <div className="stack">
            {!isHead && source.error === null && (
              <Allowed permission="moderation">
                <NextCard queues={counted} />
              </Allowed>
            )}
            {above}
            <section className="card" aria-labelledby="queues-title">
              <div className="card-head">
                <h2 id="queues-title">{t("dashboard.queues.title")}</h2>
                <span className="end" />
                {queues.data && <Counted at={clock.fromLocal(queues.dataUpdatedAt)} />}
              </div>
              <QueueTable queues={source} figures={figures} />
              <Allowed permission="moderation">
                <p className="card-foot">
                  <Link to={paths.classic}>{t("dashboard.allReviews")}</Link>
                </p>
              </Allowed>
            </section>
            {below?.(totalsOf(counted ?? []).overdue)}
          </div>
          <div className="stack">
            <MorningCard outcomes={figures?.morning} />
            {children}
          </div>
        </div>
      </div>
    </>
  );
}
