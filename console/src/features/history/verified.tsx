import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { Notice } from "@/components/ui/notice";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useMoment } from "@/lib/use-moment";

import { lastResult, useVerifications } from "./verifications";

/** Whether history was what was written when it was last verified, in one line above the list. */
export function Verified() {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const { data } = useVerifications();
  const last = data && lastResult(data.items);
  const link = <Link to={paths.verification}>{t("history.verification.open")}</Link>;
  if (!data) return null;
  if (!last)
    return (
      <Notice tone="info">
        {t("history.verification.never")} {link}
      </Notice>
    );
  const facts = { moment: momentOf(last.ended_at ?? last.begun_at), entries: formatNumber(last.entries) };
  return (
    <Notice tone={last.faults === 0 ? "success" : "danger"} alert={last.faults !== 0}>
      {last.faults === 0
        ? t("history.verification.whole", facts)
        : t("history.verification.changed", { ...facts, count: last.faults ?? 0 })}{" "}
      {link}
    </Notice>
  );
}
