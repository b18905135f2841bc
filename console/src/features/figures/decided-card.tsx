import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { DashboardFigures } from "@/api/types";
import { ShareBar } from "@/components/chart/share-bar";
import { Stars } from "@/components/desk/stars";
import { formatNumber, formatSpan } from "@/lib/dates";
import { RATINGS } from "@/lib/ratings";

import css from "./figures.module.css";

const FROM_ONE = [...RATINGS].reverse();

/** The age of items at their decision by stars: do some wait longer than others? */
export function DecidedCard({ figures }: { figures: DashboardFigures | undefined }) {
  const { t } = useTranslation();
  const title = useId();
  const lines = figures?.decided ?? [];
  const lineOf = (rating: number) => lines.find((line) => line.rating === rating);
  const longest = Math.max(...lines.map(({ median_seconds: seconds }) => seconds));
  return (
    <section className={`card ${css.decided}`} aria-labelledby={title} aria-busy={!figures}>
      <div className="card-head">
        <h2 id={title}>{t("dashboard.cards.decided")}</h2>
        <span className="end" />
        <span className="meta">{t("figures.decided.text")}</span>
      </div>
      {figures && lines.length === 0 ? (
        <p className="card-body dim">{t("figures.decided.none")}</p>
      ) : (
        <ul className="card-body stack-s">
          {figures && FROM_ONE.map((rating) => (
            <li key={rating} className={css.decidedLine}>
              <Stars rating={rating} />
              <Decided line={lineOf(rating)} longest={longest} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Decided({ line, longest }: { line: NonNullable<DashboardFigures["decided"]>[number] | undefined; longest: number }) {
  const { t } = useTranslation();
  if (!line) return <span className="dim">{t("figures.decided.noneOfStars")}</span>;
  const { count, median_seconds: seconds } = line;
  return (
    <>
      <ShareBar of={longest} parts={[{ name: t("figures.decided.bar", { count, shown: formatNumber(count) }), value: seconds, tone: "plain" }]} />
      <bdi className="n">{formatSpan(seconds)}</bdi>
    </>
  );
}
