import { Download, MailX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";

import { isNarrowed, readFilters, writeFilters } from "./filters";
import { StatementFilters } from "./statement-filters";
import { StatementLine } from "./statement-line";
import styles from "./statements.module.css";
import { type Format, useExport } from "./use-export";
import { useStatements } from "./use-statements";

const FORMATS: readonly Format[] = ["csv", "json"];
const COLUMNS = ["when", "about", "kind", "why", "by", "mail"] as const;

/** What authors were told and whether it reached them, and the file for the Commission; for head moderators. */
export function StatementsPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const statements = useStatements(filters);
  const { write, busy, failed } = useExport(filters);
  const rows = statements.data?.pages.flatMap(({ items }) => items);

  return (
    <>
      <PageHead title={t("statements.title")} facts={[t("statements.text")]} />
      <div className="page stack">
        <div className={styles.head}>
          <StatementFilters
            filters={filters}
            onChange={(next) => setSearch(writeFilters(next), { replace: true })}
          />
          <div className="row wrap" role="group" aria-label={t("statements.export")}>
            {FORMATS.map((format) => (
              <Button
                key={format}
                icon={Download}
                busy={busy === format}
                disabled={busy !== null}
                title={t(`statements.${format}Hint`)}
                onClick={() => void write(format)}
              >
                {t(`statements.${format}`)}
              </Button>
            ))}
          </div>
        </div>
        {failed && (
          <Notice tone="danger" alert>
            <p>{t(failed === "blind" ? "states.blind.file" : "statements.exportFailed")}</p>
          </Notice>
        )}
        {statements.isError && !rows ? (
          <LoadFailed
            title={t("statements.failed")}
            error={statements.error}
            onRetry={() => void statements.refetch()}
            retrying={statements.isFetching}
          />
        ) : rows?.length === 0 ? (
          <Empty
            icon={MailX}
            title={t(isNarrowed(filters) ? "statements.noMatch" : "statements.empty")}
            actions={
              isNarrowed(filters) && <Button onClick={() => setSearch("")}>{t("statements.clear")}</Button>
            }
          >
            {!isNarrowed(filters) && t("statements.emptyText")}
          </Empty>
        ) : (
          <section className="card" aria-label={t("statements.title")}>
            <table className={`table ${styles.table}`} aria-busy={!rows}>
              <thead>
                <tr>
                  {COLUMNS.map((name) => (
                    <th key={name} scope="col">
                      {t(`statements.columns.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows ? rows.map((row) => <StatementLine key={row.reference} statement={row} />) : <Waiting />}
              </tbody>
            </table>
          </section>
        )}
        {statements.hasNextPage && (
          <div className="row">
            <Button busy={statements.isFetchingNextPage} onClick={() => void statements.fetchNextPage()}>
              {t("statements.more")}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function Waiting() {
  return [0, 1, 2, 3, 4].map((line) => (
    <tr key={line} aria-hidden>
      {COLUMNS.map((name) => (
        <td key={name}>
          <Skeleton width="80%" />
        </td>
      ))}
    </tr>
  ));
}
