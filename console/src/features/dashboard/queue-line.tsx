import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { QueueSummary } from "@/api/types";
import { Age } from "@/components/ui/age";
import { Icon } from "@/components/ui/icon";
import { Key } from "@/components/ui/key";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/dates";
import { isQueueName, queues } from "@/lib/queues";

import { OverdueCount } from "./overdue-count";
import { QueueBar } from "./queue-bar";

interface Props {
  queue: QueueSummary;
  /** The number open in the largest queue, against which the bar is drawn. */
  largest: number;
}

export function QueueLine({ queue, largest }: Props) {
  const { t } = useTranslation();
  const known = isQueueName(queue.name) ? queues[queue.name] : null;
  return (
    <tr>
      <th scope="row">
        <span className="row">
          {known && <Icon of={known.icon} className="dim not-phone" />}
          {known ? (
            <Link className="plain" to={known.path}>
              {queue.title}
            </Link>
          ) : (
            queue.title
          )}
        </span>
      </th>
      <td className="not-phone">
        <QueueBar open={queue.open} overdue={queue.overdue} largest={largest} />
      </td>
      <td className="n">{queue.open ? formatNumber(queue.open) : <span className="dim">0</span>}</td>
      <td className="n soft">
        {queue.oldest_at ? <Age at={queue.oldest_at} /> : <span className="dim">{t("dashboard.nothing")}</span>}
      </td>
      <td className="n">
        <OverdueCount count={queue.overdue} />
      </td>
      <td className="n fit not-phone">{known?.key && <Key keys={`g ${known.key}`} />}</td>
    </tr>
  );
}

export function QueueLineSkeleton({ width }: { width: string }) {
  return (
    <tr aria-hidden>
      <td>
        <Skeleton width={width} />
      </td>
      <td className="not-phone" />
      <td>
        <Skeleton width="28px" />
      </td>
      <td>
        <Skeleton width="52px" />
      </td>
      <td>
        <Skeleton width="28px" />
      </td>
      <td className="not-phone">
        <Skeleton width="40px" />
      </td>
    </tr>
  );
}
