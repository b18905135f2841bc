import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { companyOf, titleOf } from "@/api/subjects";
import type { DashboardFigures, TaskRow } from "@/api/types";
import { Due } from "@/components/desk/due";
import { HarmMark } from "@/components/desk/item-marks";
import { Age } from "@/components/ui/age";
import { formatNumber } from "@/lib/dates";
import { type Desk, pathOf, pathOfItem, queueNamed, useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { useTitles } from "@/lib/use-titles";

import css from "./figures.module.css";

const HEADS = "head_moderator"; // the permission of queues for head moderators only

/** Work for a head moderator: batches that need a second person, and the items of their queues that are due first. */
export function WaitingCard({ figures }: { figures: DashboardFigures | undefined }) {
  const { t } = useTranslation();
  const title = useId();
  const queues = queuesOfHeads(useDesk(), figures);
  const batches = figures?.waiting ?? [];
  const items = figures?.due_first ?? [];
  const isShown = ({ name }: Waiting) => items.some((row) => row.queue === name);
  const [shown, others] = [queues.filter(isShown), queues.filter((queue) => !isShown(queue))];
  const all = [...queues, ...batches].reduce((sum, { number }) => sum + number, 0);
  return (
    <section className={`card ${css.waiting}`} aria-labelledby={title} aria-busy={!figures}>
      <div className="card-head">
        <h2 id={title}>{t("dashboard.cards.waiting")}</h2>
        {all > 0 && <span className="meta">{formatNumber(all)}</span>}
      </div>
      {figures && items.length + batches.length === 0 ? (
        <p className="card-body dim">{t("figures.waiting.none")}</p>
      ) : (
        <>
          {batches.length > 0 && (
            <ul className={css.items}>
              {batches.map(({ what, number, since }) => (
                <li key={what} className="row">
                  <Link to={paths.bulkModerate}>{t("figures.waiting.batches", { count: number, shown: formatNumber(number) })}</Link>
                  <span className="end soft">{since && <Age at={since} />}</span>
                </li>
              ))}
            </ul>
          )}
          {shown.map((queue) => (
            <OfQueue key={queue.name} queue={queue} items={items.filter((row) => row.queue === queue.name)} />
          ))}
        </>
      )}
      {others.length > 0 && <Queues of={others} />}
    </section>
  );
}

/** The first items of a queue under its name, which leads to all of them. */
function OfQueue({ queue: { name, to, number }, items }: { queue: Waiting; items: readonly TaskRow[] }) {
  const title = useTitles().queue(name);
  return (
    <section className={css.ofQueue} aria-label={title}>
      <p className="row">
        <Link to={to}>
          {title} <bdi>{formatNumber(number)}</bdi>
        </Link>
      </p>
      <ul className={css.items}>
        {items.map((row) => (
          <Item key={row.task_id} row={row} />
        ))}
      </ul>
    </section>
  );
}

interface Waiting {
  name: string;
  to: string;
  number: number;
}

function queuesOfHeads(desk: Desk, figures: DashboardFigures | undefined): Waiting[] {
  return (figures?.queues ?? []).flatMap(({ queue: name, open }) => {
    const queue = queueNamed(desk, name);
    const number = open.at(-1) ?? 0;
    return queue?.permission === HEADS && number > 0 ? [{ name, to: pathOf(queue), number }] : [];
  });
}

/** Links to the lists of which nothing is shown. */
function Queues({ of }: { of: readonly Waiting[] }) {
  const { t } = useTranslation();
  const titles = useTitles();
  return (
    <nav className={`card-foot row wrap ${css.lists}`} aria-label={t("figures.waiting.byQueue")}>
      {of.map(({ name, to, number }) => (
        <Link key={name} to={to}>
          {titles.queue(name)} <bdi>{formatNumber(number)}</bdi>
        </Link>
      ))}
    </nav>
  );
}

/** An item: its company and title, which may take a second line, and its clock. */
function Item({ row }: { row: TaskRow }) {
  const { t } = useTranslation();
  const desk = useDesk();
  const company = companyOf(row.summary);
  const title = titleOf(row.summary) ?? t("work.item.untitled");
  return (
    <li className="row">
      <span className={css.twoLines}>
        <HarmMark priority={row.priority} />{" "}
        <Link className="plain" to={pathOfItem(desk, row.queue, row.task_id) ?? ""} dir="auto">
          {company ?? title}
        </Link>{" "}
        <bdi className="soft">{company && title}</bdi>
      </span>
      <span className="end nowrap">
        <Due createdAt={row.created_at} dueAt={row.due_at} queue={queueNamed(desk, row.queue)} />
      </span>
    </li>
  );
}
