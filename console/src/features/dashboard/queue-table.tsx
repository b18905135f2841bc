import { useTranslation } from "react-i18next";

import type { QueueSummary } from "@/api/types";
import { useDesk } from "@/lib/desk";
import { useCan } from "@/lib/permissions";

import styles from "./dashboard.module.css";
import { QueueLine, QueueLineSkeleton } from "./queue-line";

/** Every queue the person may see; rows of their real height while they load. */
export function QueueTable({ queues }: { queues: QueueSummary[] | undefined }) {
  const { t } = useTranslation();
  const can = useCan();
  const expected = useDesk().queues.filter(({ built, view, permission }) => built && !view && can(permission));
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
          : expected.map(({ name, title }) => <QueueLineSkeleton key={name} width={`${title.length}ch`} />)}
      </tbody>
    </table>
  );
}
