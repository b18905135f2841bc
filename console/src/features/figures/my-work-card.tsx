import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { Age } from "@/components/ui/age";
import { buttonClass } from "@/components/ui/button";
import { formatNumber, formatSpan } from "@/lib/dates";
import { paths } from "@/lib/paths";

import { useMyFigures } from "./use-figures";

/** What is one's own to do, and how one's day goes. */
export function MyWorkCard() {
  const { t } = useTranslation();
  const { data } = useMyFigures();
  if (!data) return null;
  const waiting = data.held + data.assigned;
  return (
    <section className="card" aria-labelledby="my-work-title">
      <div className="card-head">
        <h2 id="my-work-title">{t("navigation.myWork")}</h2>
        <span className="end" />
        <Link className={buttonClass("neutral", "s")} to={paths.myWork}>
          {t("people.figures.open")}
        </Link>
      </div>
      <dl className="card-body facts">
        <dt>{t("people.figures.mine")}</dt>
        <dd>
          {waiting === 0
            ? t("people.figures.nothing")
            : t("people.figures.has", { held: formatNumber(data.held), assigned: formatNumber(data.assigned) })}
          {data.overdue > 0 && <span className="sla-over"> · {t("people.figures.overdue", { count: data.overdue })}</span>}
        </dd>
        {data.oldest_at && (
          <>
            <dt>{t("people.figures.oldest")}</dt>
            <dd>
              <Age at={data.oldest_at} />
            </dd>
          </>
        )}
        <dt>{t("people.figures.decided")}</dt>
        <dd>
          {t("people.figures.decidedIn", {
            today: formatNumber(data.decided_today),
            lately: formatNumber(data.decided_lately),
          })}
        </dd>
        <dt>{t("people.figures.median")}</dt>
        <dd>{data.median_seconds === null ? "–" : formatSpan(data.median_seconds)}</dd>
        <dt>{t("people.figures.rejected")}</dt>
        <dd>{data.rejected_share === null ? "–" : `${Math.round(data.rejected_share * 100)} %`}</dd>
        <dt>{t("people.figures.skipped")}</dt>
        <dd>{formatNumber(data.skipped_today)}</dd>
      </dl>
    </section>
  );
}
