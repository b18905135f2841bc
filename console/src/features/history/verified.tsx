import { useTranslation } from "react-i18next";

import { Notice } from "@/components/ui/notice";
import { formatNumber } from "@/lib/dates";
import { useMoment } from "@/lib/use-moment";

import { lastResult, useVerifications } from "./verifications";

/** Whether history was what was written when it was last verified, as a sentence; null until that is known. */
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

/** Says it loudly where history was changed; the page's head says it otherwise. */
export function Changed() {
  const verified = useVerified();
  if (!verified?.changed) return null;
  return (
    <Notice tone="danger" alert>
      {verified.sentence}
    </Notice>
  );
}
