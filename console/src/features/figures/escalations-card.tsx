import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { companyOf } from "@/api/subjects";
import type { Escalation } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { Age } from "@/components/ui/age";
import { Button } from "@/components/ui/button";
import { CardFailed } from "@/components/ui/card-failed";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

import css from "./figures.module.css";
import { useMyEscalations } from "./use-figures";

const SHOWN = 3;

/** Items that the person escalated recently, with answers; hidden if there are none. */
export function EscalationsCard() {
  const { t } = useTranslation();
  const query = useMyEscalations();
  const [all, setAll] = useState(false);
  const { error, retry, retrying } = useFailure(query);
  const escalations = query.data ?? [];
  if (error !== null && !query.data)
    return <CardFailed id="escalations-title" title={t("people.escalations.title")} onRetry={retry} retrying={retrying} />;
  if (escalations.length === 0) return null;
  return (
    <section className="card" aria-labelledby="escalations-title">
      <div className="card-head">
        <h2 id="escalations-title">{t("people.escalations.title")}</h2>
        <span className="end" />
        <span className="meta">{formatNumber(escalations.length)}</span>
      </div>
      <ul className="lined">
        {escalations.slice(0, all ? undefined : SHOWN).map((escalation) => (
          <Line key={escalation.task_id} escalation={escalation} />
        ))}
      </ul>
      {!all && escalations.length > SHOWN && (
        <div className="card-foot">
          <Button tone="quiet" size="s" className={css.quiet} onClick={() => setAll(true)}>
            {t("people.escalations.all", { number: formatNumber(escalations.length) })}
          </Button>
        </div>
      )}
    </section>
  );
}

function Line({ escalation: { at, subject, answer } }: { escalation: Escalation }) {
  const { t } = useTranslation();
  const title = [subject.title, subject.excerpt, t("work.item.untitled")].find((text) => text !== "");
  const company = companyOf(subject);
  return (
    <li>
      <p className="row">
        <Link className="plain strong cut" to={paths.review(subject.id)} dir="auto">
          {company ?? title}
        </Link>
        <span className="end" />
        <span className="meta nowrap">
          <Age at={answer?.at ?? at} />
        </span>
      </p>
      {company && (
        <p className="soft cut" dir="auto">
          {title}
        </p>
      )}
      <p className="meta">
        {answer ? <bdi>{t("people.escalations.answered", { label: answer.label, name: answer.by.name })}</bdi> : t("people.escalations.waiting")}
      </p>
      {answer?.text && <p dir="auto">{answer.text}</p>}
    </li>
  );
}
