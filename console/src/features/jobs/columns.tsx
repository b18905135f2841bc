import { useTranslation } from "react-i18next";

import type { FailedJob } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { Button } from "@/components/ui/button";
import { formatDateTime, formatNumber } from "@/lib/dates";
import { Allowed } from "@/lib/permissions";
import { useShortMoment } from "@/lib/use-moment";

import { useRetryJob } from "./use-failed-jobs";

interface Cell {
  row: FailedJob;
}

/** Failed background jobs, newest first. */
export const failedJobsTable = declareTable<FailedJob>({
  name: "failed-jobs",
  rowKey: (row) => row.id,
  steps: false,
  columns: [
    { id: "topic", header: "jobs.columns.topic", Cell: Topic, width: 220, grow: true },
    { id: "code", header: "jobs.columns.code", Cell: Code, width: 200, narrow: "line" },
    { id: "attempts", header: "jobs.columns.attempts", Cell: Attempts, width: 96, align: "end" },
    { id: "when", header: "jobs.columns.when", Cell: When, width: 160, narrow: "line" },
    { id: "retry", header: "jobs.columns.retry", Cell: Retry, width: 136, quietHeader: true, narrow: "end" },
  ],
});

function Topic({ row: { topic } }: Cell) {
  const { t, i18n } = useTranslation();
  const key = `jobs.topics.${topic}`;
  return i18n.exists(key) ? t(key as "jobs.topics.deliver") : topic;
}

function Code({ row: { code } }: Cell) {
  return <code>{code}</code>;
}

function Attempts({ row: { attempts } }: Cell) {
  return formatNumber(attempts);
}

function When({ row: { set_aside_at: at } }: Cell) {
  const momentOf = useShortMoment();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {momentOf(at)}
    </time>
  );
}

function Retry({ row: { id } }: Cell) {
  const { t } = useTranslation();
  const retry = useRetryJob();
  return (
    <Allowed permission="history">
      <Button size="s" busy={retry.sending === id} disabled={retry.busy} onClick={() => void retry.run(id)}>
        {t("jobs.retry")}
      </Button>
    </Allowed>
  );
}
