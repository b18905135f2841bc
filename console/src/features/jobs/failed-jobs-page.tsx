import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";

import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Empty } from "@/components/ui/empty";
import { Notice } from "@/components/ui/notice";
import { formatTime } from "@/lib/dates";
import { useDesk } from "@/lib/desk";

import { failedJobsTable } from "./columns";
import { useFailedJobs } from "./use-failed-jobs";

import "./words";

/** Background jobs that failed in all attempts; admins can retry them. */
export function FailedJobsPage() {
  const { t } = useTranslation();
  const query = useFailedJobs();
  const { mail } = useDesk();
  const { count = 0, items } = query.data ?? {};
  const table = useTable(failedJobsTable, useWhole(query, items));
  const label = t("jobs.title");
  return (
    <>
      <PageHead title={label} facts={[t("jobs.fact"), query.data && <span className="not-phone">{t("jobs.seen", { time: formatTime(query.dataUpdatedAt) })}</span>]} />
      <div className="page stack">
        {!mail && <Notice tone="warning">{t("jobs.noMail")}</Notice>}
        <section className="card" aria-label={label}>
          <DataTable
            of={table}
            label={label}
            failed={t("jobs.failed")}
            empty={
              <Empty icon={CircleCheck} title={t("jobs.none")}>
                {t("jobs.noneText")}
              </Empty>
            }
          />
          {items && count > items.length && <p className="card-foot">{t("jobs.newest", { shown: items.length, count })}</p>}
        </section>
      </div>
    </>
  );
}
