import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useOutletContext } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { useWhole } from "@/components/table/source";
import type { OpenCounts } from "@/features/counts/use-open-counts";
import { useUser } from "@/features/session/session-context";
import { clock, useNow } from "@/lib/clock";
import { formatWeekday } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { Allowed } from "@/lib/permissions";

import { Counted } from "./counted";
import styles from "./dashboard.module.css";
import { Figures } from "./figures";
import { KeysCard } from "./keys-card";
import { partOfDay } from "./part-of-day";
import { QueueTable } from "./queue-table";
import { TakeNext } from "./take-next";
import { useQueues } from "./use-queues";

interface Props {
  /** Cards of other rooms, beside the queues. */
  children?: ReactNode;
}

/** Welcome, what waits, and the shortest way to it. */
export function DashboardPage({ children }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const { name } = useUser();
  const queues = useQueues();
  const counts = useOutletContext<OpenCounts | undefined>(); // as in the sidebar
  const counted = queues.data?.map((queue) => ({ ...queue, open: counts?.[queue.name] ?? queue.open }));
  const source = useWhole(queues, counted);

  return (
    <>
      <PageHead
        title={t(`dashboard.greeting.${partOfDay(now)}`, { name: name.first })}
        facts={[formatWeekday(now)]}
      />
      <div className="page">
        {source.error === null && (
          <div className={styles.head}>
            <Figures queues={counted} />
            <Allowed permission="moderation">
              <TakeNext queues={counted ?? []} />
            </Allowed>
          </div>
        )}
        <div className={`cols ${styles.cols}`}>
          <section className="card" aria-labelledby="queues-title">
            <div className="card-head">
              <h2 id="queues-title">{t("dashboard.queues.title")}</h2>
              <span className="end" />
              {queues.data && <Counted at={clock.fromLocal(queues.dataUpdatedAt)} />}
            </div>
            <QueueTable queues={source} />
            <Allowed permission="moderation">
              <p className="card-foot">
                <Link to={paths.classic}>{t("dashboard.allReviews")}</Link>
              </p>
            </Allowed>
          </section>
          <div className="stack">
            {children}
            <KeysCard />
          </div>
        </div>
      </div>
    </>
  );
}
