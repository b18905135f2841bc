import { useTranslation } from "react-i18next";

import type { QueueSummary } from "@/api/types";
import { useCan } from "@/lib/permissions";

import styles from "./dashboard.module.css";
import { QueueLine, QueueLineSkeleton } from "./queue-line";

/** Every queue the person may see; rows of their real height while they load. */
export function QueueTable({ queues }: { queues: QueueSummary[] | undefined }) {
  const { t } = useTranslation();
  const expected = useCan()("head_moderator") ? SKELETONS : SKELETONS.slice(0, OF_A_MODERATOR);
  const largest = Math.max(1, ...(queues ?? []).map(({ open }) => open));
  return (
    <table className={`table ${styles.table}`} aria-busy={!queues}>
      <thead>
        <tr>
          <th scope="col">{t("dashboard.queues.queue")}</th>
          <th scope="col" className="not-phone">
            <span className="sr">{t("dashboard.queues.share")}</span>
          </th>
          <th scope="col" className="n">
            {t("dashboard.queues.open")}
          </th>
          <th scope="col" className="n">
            {t("dashboard.queues.oldest")}
          </th>
          <th scope="col" className="n">
            {t("dashboard.queues.overdue")}
          </th>
          <th scope="col" className="not-phone">
            <span className="sr">{t("dashboard.queues.keys")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {queues
          ? queues.map((queue) => <QueueLine key={queue.name} queue={queue} largest={largest} />)
          : expected.map((width) => <QueueLineSkeleton key={width} width={width} />)}
      </tbody>
    </table>
  );
}

const SKELETONS = ["116px", "98px", "132px", "124px", "140px", "64px", "121px", "88px", "102px"];
const OF_A_MODERATOR = 7; // the others are for head moderators
