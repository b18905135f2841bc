import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { Notice } from "@/components/ui/notice";
import { useAge } from "@/lib/use-moment";
import { paths } from "@/lib/paths";

import { useFailedJobs } from "./use-failed-jobs";

import "./words";

/** Says on the dashboard how many background jobs have failed, and since when; not there when there are none. */
export function FailedJobsCard() {
  const { t } = useTranslation();
  const age = useAge();
  const { data } = useFailedJobs();
  if (!data?.oldest_at) return null;
  return (
    <Notice tone="danger">
      <p>{t("jobs.card", { count: data.count, age: age(data.oldest_at) })}</p>
      <p>
        <Link to={paths.failedJobs}>{t("jobs.show")}</Link>
      </p>
    </Notice>
  );
}
