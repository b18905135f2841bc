import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useOutletContext } from "react-router-dom";

import { read } from "@/api/queries";
import type { Quality } from "@/api/types";
import { useCheckQueues } from "@/components/desk/use-check-queues";
import { PageHead } from "@/components/layout/page-head";
import { Figures } from "@/components/organisation/figures";
import type { TableDeclaration } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import type { Sort } from "@/components/table/sorting";
import { type Source, useWhole } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import type { OpenCounts } from "@/features/counts/use-open-counts";
import { formatNumber } from "@/lib/dates";
import { pathOf } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";
import { addWords } from "@/lib/words";
import { quality as words } from "@/lib/words/en/quality";

import { type AgreementLine, FEWEST, FEWEST_DRAWN, fewReasonsTable, percent as wholePercent, personTable, reasonTable } from "./columns";
import styles from "./quality.module.css";

const FEW = 8; // with fewer rows no sorting is needed

interface Props {
  title: string;
  table: TableDeclaration<AgreementLine>;
  source: Source<AgreementLine>;
  /** The footer of the card. */
  children: ReactNode;
}

addWords({ quality: words });

const NOTHING = { checked: 0, agreed: 0, low: 0, high: 0 };
const PERIODS = [30, 90, 365] as const;

/** Agreement of decisions by person and by reason, for head moderators. */
export function QualityPage() {
  const { t } = useTranslation();
  const [days, setDays] = useState<(typeof PERIODS)[number]>(90);
  const quality = useQuality(days);
  const { data } = quality;
  const all = data?.total ?? NOTHING;
  const people = useWhole(quality, data?.people.map((line) => ({ ...line, all, key: String(line.person.id), name: line.person.name })));
  const reasons = useWhole(quality, data?.reasons.map((line) => ({ ...line, all, key: line.code, name: line.title })));
  const withoutReason = (data?.total.checked ?? 0) - (reasons.rows?.reduce((sum, { checked }) => sum + checked, 0) ?? 0);

  return (
    <>
      <PageHead title={t("quality.title")} facts={[t("quality.days", { days })]} />
      <div className="page stack">
        <div className="row" role="group" aria-label={t("quality.period")}>
          {PERIODS.map((period) => (
            <button
              key={period}
              type="button"
              className="chip"
              aria-pressed={period === days}
              onClick={() => setDays(period)}
            >
              {t(`quality.choices.d${period}`)}
            </button>
          ))}
        </div>
        {data && data.total.checked > 0 && <Overall of={data.total} />}
        {people.error !== null ? (
          <LoadFailed title={t("quality.failed")} error={people.error} onRetry={people.retry} retrying={people.retrying} />
        ) : data?.people.length === 0 ? (
          <>
            <Empty icon={Scale} title={t("quality.nothing.title")}>
              {t("quality.nothing.text")}
            </Empty>
            <Drawn share={data.share} />
          </>
        ) : (
          // render nothing below the figures until the rows are known
          data && (
            <div className={styles.tables}>
              <AgreementTable title={t("quality.people")} table={personTable} source={people}>
                <Drawn share={data.share} />
              </AgreementTable>
              <AgreementTable title={t("quality.reasons")} table={data.reasons.some(isDrawn) ? reasonTable : fewReasonsTable} source={reasons}>
                {withoutReason > 0 && (
                  <p className="soft">{t("quality.approvals", { count: withoutReason, number: formatNumber(withoutReason), checked: formatNumber(data.total.checked) })}</p>
                )}
              </AgreementTable>
            </div>
          )
        )}
      </div>
    </>
  );
}

const isDrawn = ({ checked }: { checked: number }) => checked >= FEWEST_DRAWN;

/** The share of decisions that get a second look, and a link to the queue. */
function Drawn({ share }: Pick<Quality, "share">) {
  const { t } = useTranslation();
  const titles = useTitles();
  const checks = useCheckQueues();
  return (
    <div>
      <p className="soft">{share > 0 ? t("quality.share", { share: percent(share) }) : t("quality.none")}</p>
      <p className={`soft ${styles.links}`}>
        {t("quality.queues")}{" "}
        {checks.map((queue) => (
          <Link key={queue.name} to={pathOf(queue)}>
            {titles.queue(queue.name)}
          </Link>
        ))}
      </p>
    </div>
  );
}

/** How often two people agreed overall, and the disagreements that wait for a head moderator. */
function Overall({ of: { agreed, checked, low, high } }: { of: Quality["total"] }) {
  const { t } = useTranslation();
  const open = useOutletContext<OpenCounts | undefined>();
  const disagreements = useCheckQueues().at(-1);
  const waiting = disagreements && open?.[disagreements.name];
  return (
    <div className={`row wrap ${styles.overall}`}>
      <Figures
        of={[
          checked < FEWEST
            ? [t("quality.of", { part: agreed, whole: checked }), t("quality.agreement", { low: wholePercent(low), high: wholePercent(high) })]
            : [wholePercent(agreed / checked), t("quality.agreementOf", { agreed, checked, low: wholePercent(low), high: wholePercent(high) })],
          [formatNumber(checked), t("quality.looks", { count: checked })],
          waiting === undefined ? null : [formatNumber(waiting), t("quality.waiting", { count: waiting })],
        ]}
      />
      <span className="end" />
      {disagreements && waiting ? (
        <Link className={`${buttonClass("primary", "m")} ${styles.decide}`} to={pathOf(disagreements)}>
          {t("quality.decide")}
        </Link>
      ) : null}
    </div>
  );
}

function percent(share: number): string {
  return new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 }).format(share);
}

/** Agreement, a row for each person or reason. */
function AgreementTable({ title, table: declaration, source, children }: Props) {
  const { t } = useTranslation();
  // not in the address: the page has two tables
  const [sort, setSort] = useState<Sort | null>({ by: "checked", ascending: false });
  const table = useTable(declaration, source, { sorting: { current: sort, onSort: setSort }, total: source.rows });
  return (
    <section className={`card ${styles.agreement}`}>
      <div className={`card-head ${styles.legend}`}>
        <h2>{title}</h2>
        {source.rows && <span className="meta end">{source.rows.some(isDrawn) ? t("quality.legend") : t("quality.few", { count: FEWEST_DRAWN })}</span>}
      </div>
      {table.narrow && (source.rows?.length ?? 0) > FEW && <TableTools of={table} />}
      <DataTable of={table} label={title} failed={t("quality.failed")} empty={null} />
      {children && <div className="card-foot">{children}</div>}
    </section>
  );
}

/** How often two people decided the same in a number of days. */
function useQuality(days: number) {
  return useQuery({ ...read("/api/quality", { query: { days } }), placeholderData: keepPreviousData });
}
