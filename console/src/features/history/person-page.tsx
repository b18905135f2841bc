import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { Figures } from "@/components/organisation/figures";
import { DataTable } from "@/components/table/data-table";
import { usePages, useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { markDays } from "@/components/ui/row-time";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { periodOf } from "@/lib/period";
import { useAddress } from "@/lib/use-address";
import { useAtLeast } from "@/lib/use-media";

import styles from "./history.module.css";
import { Period } from "./period";
import { decidedTable, notedTable } from "./person-columns";
import { EVERYTHING, readView, writeView } from "./view";

import "./words";

const DEEDS = ["exports", "reads", "changes"] as const; // the server's categories

/** The actions of one account in a period: its decisions, the files it saved, the personal data it read. */
export function PersonPage() {
  const { t } = useTranslation();
  const id = Number(useParams().personID);
  const [params, replaceParams] = useAddress();
  const { from, to } = readView(params);
  const what = DEEDS.find((deed) => deed === params.get("what"));
  const change = (part: { from?: string; to?: string }, deed = what) => {
    const next = writeView({ ...EVERYTHING, from, to, ...part });
    if (deed) next.set("what", deed);
    replaceParams(next);
  };

  const path = { user_id: id };
  const query = periodOf({ from, to });
  const person = useQuery({ ...read("/api/history/people/{user_id}", { path, query }), placeholderData: keepPreviousData });
  const failure = useFailure(person);
  const noted = usePages(["person-audit", id, query, what], (cursor, signal) =>
    answer(api.GET("/api/history/people/{user_id}/audit", { params: { path, query: { ...query, ...(what && { what }), ...(cursor && { cursor }) } }, signal })),
  );
  const link = (row?: { kind: string; queue: string; outcome: string }) =>
    `${paths.history}?${writeView({ ...EVERYTHING, person: id, action: "decide", from, to, kind: row?.kind ?? "", queue: row?.queue ?? "", outcome: row?.outcome ?? "" })}`;
  const decided = useTable(
    decidedTable,
    useWhole(person, person.data?.decided.map((row) => ({ ...row, key: `${row.kind} ${row.node} ${row.outcome}`, to: link(row) }))),
  );
  const rows = useMemo(() => noted.rows && markDays(noted.rows), [noted.rows]);
  // an export has no subject
  const without = rows?.every(({ kind }) => kind === "export") ? ["about"] : [];
  const audited = useTable(notedTable, { ...noted, rows }, { without });
  const isWide = useAtLeast("sm"); // on a phone the back arrow leads there
  const { data } = person;
  if (!data && failure.error !== null)
    return (
      <div className="page">
        <LoadFailed title={t("history.person.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
      </div>
    );
  const total = data?.decided.reduce((sum, { number }) => sum + number, 0) ?? 0;
  return (
    <>
      <PageHead
        title={data?.person.name ?? t("navigation.personHistory")}
        facts={[isWide && <Link to={paths.history}>{t("navigation.history")}</Link>, t("history.person.fact")]}
        back={{ to: paths.history, label: t("navigation.history") }}
      />
      <div className="page stack">
        <Period from={from} to={to} onChange={change} />
        {data ? (
          <>
            <div className={styles.period}>
              <Figures
                of={[
                  [formatNumber(total), t("history.person.decisions")],
                  data.batched > 0 ? [formatNumber(data.batched), t("history.person.batched")] : null,
                  [formatNumber(data.exports), t("history.person.exports")],
                  [formatNumber(data.reads), t("history.person.reads")],
                  [formatNumber(data.changes), t("history.person.changes")],
                ]}
              />
              <span className="end" />
              <Link className={buttonClass("neutral", "s", styles.entries)} to={`${paths.history}?${writeView({ ...EVERYTHING, person: id, from, to })}`}>
                {t("history.person.all")}
                <Icon of={ArrowRight} flip />
              </Link>
            </div>
            {total > 0 && (
              <section className="card" aria-labelledby="decided-title">
                <div className="card-head">
                  <h2 id="decided-title">{t("history.person.decided")}</h2>
                </div>
                <DataTable of={decided} label={t("history.person.decided")} failed={t("history.person.failed")} empty={null} />
              </section>
            )}
            <section className="card" aria-labelledby="noted-title">
              <div className="card-head">
                <h2 id="noted-title">{t("history.person.noted")}</h2>
                <span className="end" />
                <div className={`row wrap ${styles.chips}`} role="group" aria-label={t("history.person.show")}>
                  {[undefined, ...DEEDS].map((deed) => (
                    <button key={deed ?? ""} type="button" className="chip" aria-pressed={deed === what} onClick={() => change({}, deed)}>
                      {t(`history.person.chips.${deed ?? "all"}`)} <b className="count">{formatNumber(deed ? data[deed] : data.exports + data.reads + data.changes)}</b>
                    </button>
                  ))}
                </div>
              </div>
              <DataTable
                of={audited}
                label={t("history.person.noted")}
                failed={t("history.person.failed")}
                empty={<p className="card-body soft">{t(what ? `history.person.nothing.${what}` : "history.person.nothingNoted")}</p>}
              />
            </section>
          </>
        ) : (
          <Skeleton width="60%" />
        )}
      </div>
    </>
  );
}
