import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { Notice } from "@/components/ui/notice";
import { useAge } from "@/lib/use-moment";
import { paths } from "@/lib/paths";

import { useFailedJobs } from "./use-failed-jobs";

import "./words";

/** The number of failed background jobs on the dashboard, and since when; hidden if there are none. */
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
