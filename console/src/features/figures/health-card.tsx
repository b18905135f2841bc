import { CircleAlert, CircleCheck, CircleHelp } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { DashboardFigures, Health } from "@/api/types";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useAge, useMoment } from "@/lib/use-moment";

import css from "./figures.module.css";

const STATES = {
  good: { icon: CircleCheck, look: css.good },
  bad: { icon: CircleAlert, look: css.bad },
  unknown: { icon: CircleHelp, look: css.unknown },
} as const;
const PAGES: Partial<Record<Health["what"], string>> = { jobs: paths.failedJobs, verification: paths.verification };

/** The product's own health, one sentence for each check. */
export function HealthCard({ figures }: { figures: DashboardFigures | undefined }) {
  const { t } = useTranslation();
  const title = useId();
  return (
    <section className={`card ${css.health}`} aria-labelledby={title} aria-busy={!figures}>
      <div className="card-head">
        <h2 id={title}>{t("dashboard.cards.health")}</h2>
      </div>
      <ul className="card-body stack-s">{figures?.health?.map((line) => <Line key={line.what} of={line} />)}</ul>
    </section>
  );
}

function Line({ of: { what, is_good: isGood, at, number } }: { of: Health }) {
  const { t } = useTranslation();
  const age = useAge();
  const moment = useMoment();
  const state = isGood === null ? "unknown" : isGood ? "good" : "bad";
  const { icon, look } = STATES[state];
  const values = { count: number ?? 0, shown: formatNumber(number ?? 0), age: at ? age(at) : "", when: at ? moment(at) : "" };
  const mayVerify = what === "verification" && state === "unknown";
  const page = PAGES[what];
  const sentence =
    what === "verification"
      ? t(`figures.health.verification.${state}`, values)
      : [
          t(`figures.health.${what}.${state === "unknown" ? "bad" : state}`, values),
          state === "good" && at && t(`figures.health.last.${what === "mail" ? "mail" : "jobs"}`, values),
        ]
          .filter(Boolean)
          .join(" ");
  return (
    <li className="row">
      <span className={look}>
        <Icon of={icon} />
        <span className="sr">{t(`figures.health.${state}`)}: </span>
      </span>
      <span>{page && state === "bad" ? <Link to={page}>{sentence}</Link> : sentence}</span>
      {mayVerify && (
        <Link className={buttonClass("neutral", "s", "end")} to={paths.verification}>
          {t("figures.health.verify")}
        </Link>
      )}
    </li>
  );
}
