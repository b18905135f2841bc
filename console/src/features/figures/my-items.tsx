import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { companyOf, titleOf } from "@/api/subjects";
import type { TaskRow } from "@/api/types";
import { Due } from "@/components/desk/due";
import { Icon } from "@/components/ui/icon";
import { formatTime } from "@/lib/dates";
import { pathOfItem, queueNamed, useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

import css from "./figures.module.css";
import { useMyItems } from "./use-figures";

const SHOWN = 4;
const ITEM_PX = 89;

/**
 * The first items that the person holds or is assigned, each with its clock and its lock. `number`: the sidebar's count
 * of these items, which sets the height while loading.
 */
export function MyItems({ number }: { number: number }) {
  const { data } = useMyItems();
  const items = data?.items ?? [];
  if (data ? items.length === 0 : number === 0) return null;
  return (
    <ul className="lined" style={data ? undefined : { blockSize: ITEM_PX * Math.min(number, SHOWN) }}>
      {items.map((row) => (
        <Item key={row.task_id} row={row} />
      ))}
    </ul>
  );
}

function Item({ row }: { row: TaskRow }) {
  const { t } = useTranslation();
  const desk = useDesk();
  const titles = useTitles();
  const company = companyOf(row.summary);
  const title = titleOf(row.summary) ?? t("work.item.untitled");
  return (
    <li>
      <p className="row">
        <Link className="plain strong cut" to={pathOfItem(desk, row.queue, row.task_id) ?? ""} dir="auto">
          {company ?? title}
        </Link>
        <span className="end" />
        <Due createdAt={row.created_at} dueAt={row.due_at} queue={queueNamed(desk, row.queue)} />
      </p>
      {company && (
        <p className="soft cut" dir="auto">
          {title}
        </p>
      )}
      <p className="row meta">
        <span>{titles.queue(row.queue)}</span>
        <span className="end" />
        {row.locked_until ? (
          <span className={`badge ${css.held}`}>
            <Icon of={Lock} /> {t("figures.mine.held", { time: formatTime(row.locked_until) })}
          </span>
        ) : (
          t("figures.mine.assigned")
        )}
      </p>
    </li>
  );
}
