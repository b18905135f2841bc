import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { QueueSummary } from "@/api/types";
import { Age } from "@/components/ui/age";
import { Icon } from "@/components/ui/icon";
import { Key } from "@/components/ui/key";
import { Skeleton } from "@/components/ui/skeleton";
import { iconOf } from "@/components/desk/queue-icon";
import { formatNumber } from "@/lib/dates";
import { keysOf, pathOf, queueNamed, useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

import { OverdueCount } from "./overdue-count";
import { QueueBar } from "./queue-bar";

interface Props {
  queue: QueueSummary;
  /** The number open in the largest queue, against which the bar is drawn. */
  largest: number;
}

export function QueueLine({ queue, largest }: Props) {
  const { t } = useTranslation();
  const titles = useTitles();
  const declared = queueNamed(useDesk(), queue.name);
  const keys = declared && keysOf(declared);
  return (
    <tr>
      <th scope="row">
        <span className="row">
          {declared ? (
            <>
              <Icon of={iconOf(declared)} className="dim not-phone" />
              <Link className="plain" to={pathOf(declared)}>
                {titles.queue(queue.name)}
              </Link>
            </>
          ) : (
            queue.title // declared since this session began
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
      <td className="n fit not-phone">{keys && <Key keys={keys} />}</td>
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
