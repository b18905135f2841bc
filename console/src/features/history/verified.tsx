import { useTranslation } from "react-i18next";

import { Notice } from "@/components/ui/notice";
import { formatNumber } from "@/lib/dates";
import { useMoment } from "@/lib/use-moment";

import { lastResult, useVerifications } from "./verifications";

/** The result of the last verification as a sentence: whether history was unchanged; null until loaded. */
export function useVerified(): { sentence: string; changed: boolean } | null {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const { data } = useVerifications();
  if (!data) return null;
  const last = lastResult(data.items);
  if (!last) return { sentence: t("history.verification.never"), changed: false };
  const facts = { moment: momentOf(last.ended_at ?? last.begun_at), entries: formatNumber(last.entries) };
  return last.faults === 0
    ? { sentence: t("history.verification.whole", facts), changed: false }
    : { sentence: t("history.verification.changed", { ...facts, count: last.faults ?? 0 }), changed: true };
}

/** A prominent warning if history was changed; otherwise the page's header says the result. */
export function Changed() {
  const verified = useVerified();
  if (!verified?.changed) return null;
  return (
    <Notice tone="danger" alert>
      {verified.sentence}
    </Notice>
  );
}
