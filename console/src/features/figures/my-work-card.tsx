import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { useFailure } from "@/api/use-failure";
import { CardFailed } from "@/components/ui/card-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber, formatSpan } from "@/lib/dates";
import { pathOf, queueNamed, useDesk } from "@/lib/desk";
import { useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import { MyItems } from "./my-items";
import { useMyFigures } from "./use-figures";

type MyFigures = NonNullable<ReturnType<typeof useMyFigures>["data"]>;

const ROWS = ["decided", "batched", "median", "rejected", "skipped"] as const;
const LIST = "assigned_to_me"; // the view that lists these items
const NOTHING = "–";

interface Props {
  /** How many items the person has, as counted in the sidebar. */
  items: number;
}

/** Figures of the person. For head moderators both cards are hidden while everything is zero. */
function useOwn(items: number) {
  const figures = useMyFigures();
  const isHead = useCan()("head_moderator");
  const { data } = figures;
  const isHidden = isHead && data !== undefined && items === 0 && data.held + data.assigned + data.decided_lately + data.skipped_today === 0;
  return { figures, data, isHidden };
}

/** The first items that the person has; the card has the same height while loading. */
export function MyWorkCard({ items }: Props) {
  const { t } = useTranslation();
  const { figures, data, isHidden } = useOwn(items);
  const { error, retry, retrying } = useFailure(figures);
  const titles = useTitles();
  const list = queueNamed(useDesk(), LIST);
  if (error !== null && !data) return <CardFailed id="my-work-title" title={titles.queue(LIST)} onRetry={retry} retrying={retrying} />;
  if (isHidden) return null;
  const number = data ? data.held + data.assigned : items;
  return (
    <section className="card" aria-labelledby="my-work-title" aria-busy={!data}>
      <div className="card-head">
        <h2 id="my-work-title">{titles.queue(LIST)}</h2>
        {number > 0 && <span className="meta">{formatNumber(number)}</span>}
        {data && data.overdue > 0 && <span className="sla-over nowrap">{t("people.figures.overdue", { count: data.overdue })}</span>}
        <span className="end" />
        {list && <Link to={pathOf(list)}>{t("figures.mine.all")}</Link>}
      </div>
      {number === 0 && data ? <p className="card-body dim">{t("figures.mine.none")}</p> : <MyItems number={number} />}
    </section>
  );
}

/** The person's own decisions, their speed, and what they skipped. */
export function MyFiguresCard({ items }: Props) {
  const { t } = useTranslation();
  const { figures, data, isHidden } = useOwn(items);
  if (isHidden || (figures.error !== null && !data)) return null; // the card of their work shows the failure
  return (
    <section className="card" aria-labelledby="my-figures-title" aria-busy={!data}>
      <div className="card-head">
        <h2 id="my-figures-title">{t("people.figures.title")}</h2>
      </div>
      <dl className="card-body facts">
        {ROWS.map((name) => (
          <div key={name} className="facts-row">
            <dt>{t(`people.figures.${name}`)}</dt>
            <dd>{data ? <Value name={name} figures={data} /> : <Skeleton width="64px" />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ name, figures }: { name: (typeof ROWS)[number]; figures: MyFigures }): ReactNode {
  switch (name) {
    case "decided":
      return <Decided today={figures.decided_today - figures.batched_today} lately={figures.decided_lately - figures.batched_lately} />;
    case "batched":
      return <Decided today={figures.batched_today} lately={figures.batched_lately} />;
    case "median":
      return figures.median_seconds === null ? NOTHING : formatSpan(figures.median_seconds);
    case "rejected":
      return <Rejected figures={figures} />;
    case "skipped":
      return formatNumber(figures.skipped_today);
  }
}

function Decided({ today, lately }: { today: number; lately: number }) {
  const { t } = useTranslation();
  return t("people.figures.decidedIn", { today: formatNumber(today), lately: formatNumber(lately) });
}

function Rejected({ figures: { rejected_share: share, batched_lately: batched } }: { figures: MyFigures }) {
  const { t } = useTranslation();
  if (share === null) return NOTHING;
  return (
    <>
      {Math.round(share * 100)}%{batched > 0 && <span className="meta"> · {t("people.figures.withoutBatches")}</span>}
    </>
  );
}
