import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useOutletContext } from "react-router-dom";

import type { DashboardFigures, QueueSummary } from "@/api/types";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { type Source, useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Empty } from "@/components/ui/empty";
import type { OpenCounts } from "@/features/counts/use-open-counts";
import { useUser } from "@/features/session/session-context";
import { clock, useNow } from "@/lib/clock";
import { formatWeekday } from "@/lib/dates";
import { useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { Allowed, useCan } from "@/lib/permissions";
import { useMedia } from "@/lib/use-media";

import { fastest, hasRange, headTable, queueTable } from "./columns";
import { Counted } from "./counted";
import styles from "./dashboard.module.css";
import { Figures } from "./figures";
import { MorningCard } from "./morning-card";
import { NextCard } from "./next-card";
import { partOfDay } from "./part-of-day";
import { TakeNext } from "./take-next";
import { useQueues } from "./use-queues";

const ONE_COLUMN = "(max-width: 959px)"; // as the columns of narrow.css
const [WITH_RANGE, WITHOUT_RANGE] = [[], ["range"]];

interface Props {
  figures: DashboardFigures | undefined;
  /**
   * Cards of other features: above the queues, below them, at the end, and beside the queues (`children`). In one
   * column, `children` follow the next item for people who decide, and `later` follows the queues.
   */
  above?: ReactNode;
  below?: (queues: readonly QueueSummary[]) => ReactNode;
  last?: ReactNode;
  later?: ReactNode;
  children?: ReactNode;
}

/** Greeting, figures, and the next item to work on. */
export function DashboardPage({ figures, above, below, last, later, children }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const { name } = useUser();
  const queues = useQueues();
  const counts = useOutletContext<OpenCounts | undefined>(); // the same counts as in the sidebar
  const counted = queues.data?.map((queue) => ({ ...queue, open: counts?.[queue.name] ?? queue.open }));
  const source = useWhole(queues, counted);
  const can = useCan();
  const isHead = can("head_moderator");
  const isOneColumn = useMedia(ONE_COLUMN) && !isHead;
  const morning = <MorningCard outcomes={figures?.morning} />;

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
            {isOneColumn && <div className={styles.pair}>{children}</div>}
            {above}
            <section className={`card ${styles.queues}`} aria-labelledby="queues-title">
              <div className="card-head">
                <h2 id="queues-title">{t("dashboard.queues.title")}</h2>
                <span className="end" />
                {queues.data && <Counted at={clock.fromLocal(queues.dataUpdatedAt)} />}
              </div>
              <QueueTable queues={source} figures={figures} />
              <Allowed permission="moderation">
                <div className="card-foot">
                  <Link to={paths.classic}>{t("dashboard.allReviews")}</Link>
                </div>
              </Allowed>
            </section>
            {isOneColumn && <div className={styles.pair}>{later}</div>}
            {below?.(counted ?? [])}
            {last}
            {isOneColumn && morning}
          </div>
          {!isOneColumn && (
            <div className="stack">
              {children}
              {later}
              {morning}
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/** Every queue that the person may see. */
function QueueTable({ queues, figures }: { queues: Source<QueueSummary>; figures: DashboardFigures | undefined }) {
  const { t } = useTranslation();
  const can = useCan();
  const skeletons = useDesk().queues.filter(({ view, permission }) => !view && can(permission)).length;
  const daysOf = (name: string) => figures?.queues.find(({ queue }) => queue === name);
  const worst = fastest(figures?.queues ?? []);
  const rows = queues.rows?.map((queue) => ({ ...queue, days: daysOf(queue.name), isWorst: queue.name === worst }));
  const table = useTable({ ...(can("head_moderator") ? headTable : queueTable), skeletons }, { ...queues, rows }, { without: rows?.some(hasRange) ? WITH_RANGE : WITHOUT_RANGE });
  return (
    <DataTable
      of={table}
      label={t("dashboard.queues.title")}
      failed={t("dashboard.queues.failed")}
      empty={
        <Empty icon={Inbox} title={t("dashboard.queues.empty.title")}>
          {t("dashboard.queues.empty.text")}
        </Empty>
      }
    />
  );
}
