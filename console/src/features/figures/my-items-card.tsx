import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { companyOf, titleOf } from "@/api/subjects";
import type { TaskRow } from "@/api/types";
import { Due } from "@/components/desk/due";
import { formatTime } from "@/lib/dates";
import { pathOfItem, queueNamed, useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

import css from "./figures.module.css";
import { useMyItems } from "./use-figures";

const SHOWN = 4;
const [HEAD_PX, ITEM_PX] = [50, 81];

/** The height of the card with so many items. */
export const itemsPx = (number: number): number => HEAD_PX + ITEM_PX * Math.min(number, SHOWN);

/**
 * The first items that the person holds or is assigned, each with its clock and its lock; not there without any.
 * `number`: how many there are, as the sidebar counts them: the card has its height while they are on their way.
 */
export function MyItemsCard({ number }: { number: number }) {
  const { t } = useTranslation();
  const title = useId();
  const { data } = useMyItems();
  const items = data?.items ?? [];
  if (data ? items.length === 0 : number === 0) return null;
  return (
    <section className="card" aria-labelledby={title} aria-busy={!data} style={data ? undefined : { blockSize: itemsPx(number) }}>
      <div className="card-head">
        <h2 id={title}>{t("figures.mine.title")}</h2>
      </div>
      <ul className={css.items}>
        {items.map((row) => (
          <Item key={row.task_id} row={row} />
        ))}
      </ul>
    </section>
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
        <Link className="plain cut" to={pathOfItem(desk, row.queue, row.task_id) ?? ""} dir="auto">
          {company ?? title}
        </Link>
        <span className="end" />
        <Due createdAt={row.created_at} dueAt={row.due_at} queue={queueNamed(desk, row.queue)} />
      </p>
      {company && (
        <p className="cut" dir="auto">
          {title}
        </p>
      )}
      <p className="row meta">
        <span>{titles.queue(row.queue)}</span>
        <span className="end">
          {row.locked_until ? t("figures.mine.held", { time: formatTime(row.locked_until) }) : t("figures.mine.assigned")}
        </span>
      </p>
    </li>
  );
}
