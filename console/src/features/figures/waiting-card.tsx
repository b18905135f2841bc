import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { DashboardFigures } from "@/api/types";
import { Age } from "@/components/ui/age";
import { formatNumber } from "@/lib/dates";
import { pathOf, queueNamed, useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { useTitles } from "@/lib/use-titles";

import css from "./figures.module.css";

/** The queues that wait for a head moderator alone. */
const OF_HEADS = ["escalated", "disagreements"] as const;

/** What waits for a head moderator: what stands in their queues, and batches that want a second person. */
export function WaitingCard({ figures }: { figures: DashboardFigures | undefined }) {
  const { t } = useTranslation();
  const title = useId();
  const titles = useTitles();
  const desk = useDesk();
  const queues = OF_HEADS.flatMap((name) => {
    const queue = queueNamed(desk, name);
    const open = figures?.queues.find((line) => line.queue === name)?.open.at(-1) ?? 0;
    return queue && open > 0 ? [{ key: name, to: pathOf(queue), text: titles.queue(name), number: formatNumber(open), since: null }] : [];
  });
  const batches = (figures?.waiting ?? []).map(({ number, since }) => ({
    key: "batches",
    to: paths.bulkModerate,
    text: t("figures.waiting.batches", { count: number, shown: formatNumber(number) }),
    number: "",
    since,
  }));
  const lines = [...batches, ...queues];
  return (
    <section className={`card ${css.waiting}`} aria-labelledby={title} aria-busy={!figures}>
      <div className="card-head">
        <h2 id={title}>{t("dashboard.cards.waiting")}</h2>
      </div>
      {figures && lines.length === 0 ? (
        <p className="card-body dim">{t("figures.waiting.none")}</p>
      ) : (
        <ul className="card-body stack-s">
          {lines.map(({ key, to, text, number, since }) => (
            <li key={key} className="row">
              <Link to={to}>{text}</Link>
              <span className="end soft">{since ? <Age at={since} /> : <bdi>{number}</bdi>}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
