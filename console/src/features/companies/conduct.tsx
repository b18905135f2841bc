import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { CompanyConduct, CompanyReport } from "@/api/types";
import type { Series } from "@/components/chart/series";
import { SeriesChart } from "@/components/chart/series-chart";
import { SeriesLegend } from "@/components/chart/series-legend";
import { Figures } from "@/components/organisation/figures";
import { DataTable } from "@/components/table/data-table";
import { usePages } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { formatNumber } from "@/lib/dates";

import { requestTable } from "./columns";
import { AllOf } from "./company-tabs";
import { wholeTicks } from "./whole-ticks";

const SHOWN = 5;
const month = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });
const LOW = [1, 2]; // stars

interface Props {
  company: CompanyReport;
  /** On the overview: only the newest requests, and a link to all. */
  isPart?: boolean;
}

/** How a company uses its right to request restrictions of reviews: figures, quarters, and the requests. */
export function Conduct({ company, isPart = false }: Props) {
  const { t } = useTranslation();
  const title = useId();
  const { id, requests } = company;
  const path = { company_id: id };
  const conduct = useQuery(read("/api/company/{company_id}/conduct", { path }));
  const limit = isPart ? { limit: SHOWN } : {};
  const source = usePages(["/api/company/{company_id}/requests", { path }, limit], (cursor, signal) =>
    answer(api.GET("/api/company/{company_id}/requests", { params: { path, query: { ...limit, cursor } }, signal })),
  );
  const { more, ...first } = source;
  const table = useTable(requestTable, isPart ? first : { ...first, more });
  const isEmpty = requests.requests === 0;
  const number = (count: number) => formatNumber(count);
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("organisation.conduct.title")}</h2>
        {!isEmpty && <span className="meta not-phone">{t("organisation.conduct.text")}</span>}
        <span className="end" />
        {isEmpty ? (
          <span className="meta nowrap">{t("organisation.conduct.none")}</span>
        ) : (
          isPart && (
            <AllOf tab="conduct" id={id}>
              {t("organisation.company.allReviews", { count: requests.requests })}
            </AllOf>
          )
        )}
      </div>
      {!isEmpty && (
        <div className="card-body company-conduct">
          <div className="stack">
            <Figures
              of={[
                [number(requests.requests), t("organisation.conduct.asked")],
                [number(requests.decided - requests.refused), t("organisation.conduct.upheld")],
                [number(requests.refused), t("organisation.conduct.declined")],
                [number(requests.requests - requests.decided - requests.open), t("organisation.conduct.closed")],
                [number(requests.open), t("organisation.conduct.open")],
              ]}
            />
            <Sentences company={company} conduct={conduct.data} />
          </div>
          {conduct.data && <Quarters of={conduct.data.quarters} />}
        </div>
      )}
      {!isEmpty && <DataTable of={table} label={t("organisation.conduct.title")} failed={t("organisation.conduct.failed")} empty={null} />}
    </section>
  );
}

/** What the requests are about, and how they compare with other companies'; empty if there is nothing to compare. */
function Sentences({ company, conduct }: { company: CompanyReport; conduct: CompanyConduct | undefined }) {
  const { t } = useTranslation();
  const isLow = ({ rating }: { rating: number | null }) => rating !== null && LOW.includes(rating);
  const low = company.requests_by_stars.filter(isLow).reduce((sum, { requests }) => sum + requests, 0);
  const published = company.by_stars.reduce((sum, { reviews }) => sum + reviews, 0);
  const lowPublished = company.by_stars.filter(isLow).reduce((sum, { reviews }) => sum + reviews, 0);
  const { upheld = 0, decided = 0, others_upheld: othersUpheld = 0, others_decided: othersDecided = 0, differs = null } = conduct?.compared ?? {};
  return (
    <p className="soft prose-width">
      {t("organisation.conduct.low", { number: formatNumber(low), count: company.requests.requests })}{" "}
      {published > 0 && t("organisation.conduct.lowShare", { share: percent(lowPublished, published) })}{" "}
      {differs !== null &&
        t(differs ? "organisation.conduct.differs" : "organisation.conduct.chance", {
          upheld: formatNumber(upheld),
          decided: formatNumber(decided),
          share: percent(othersUpheld, othersDecided),
        })}
    </p>
  );
}

const percent = (part: number, of: number) => `${Math.round((100 * part) / of)}%`;

function Quarters({ of: quarters }: { of: CompanyConduct["quarters"] }) {
  const { t } = useTranslation();
  const series: Series[] = [
    { name: t("organisation.conduct.upheld"), draw: "bars", values: quarters.map(({ upheld }) => upheld), tone: "dark" },
    { name: t("organisation.conduct.declined"), draw: "bars", values: quarters.map(({ declined }) => declined) },
    {
      name: t("organisation.conduct.other"),
      draw: "bars",
      values: quarters.map(({ requests, upheld, declined }) => requests - upheld - declined),
      tone: "light",
    },
  ];
  return (
    <div className="stack-s">
      <SeriesChart
        label={t("organisation.conduct.byQuarter")}
        categoryName={t("organisation.conduct.quarter")}
        categories={quarters.map(({ begins }, index, { length }) => ({
          key: begins,
          label: t("organisation.conduct.quarterFrom", { month: month.format(new Date(begins)), year: begins.slice(0, 4) }),
          tick: `Q${Math.ceil(Number(begins.slice(5, 7)) / 3)}`,
          isCurrent: index === length - 1,
        }))}
        series={series}
        axes={{ start: { ticks: wholeTicks(Math.max(...quarters.map(({ requests }) => requests))) } }}
        height={104}
        isStacked
      />
      <SeriesLegend of={series} />
    </div>
  );
}
