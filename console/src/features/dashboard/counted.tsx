import { useTranslation } from "react-i18next";

import { useNow } from "@/lib/clock";
import { ageOf, formatSpan } from "@/lib/dates";

const FRESH_MS = 10_000; // the server counts every 5 s
const MINUTE_MS = 60_000;
const STEP_MS = 5_000;

/** The server's time of the count, in steps of 5 s during the first minute, so that old numbers look old. */
export function Counted({ at }: { at: number }) {
  const { t } = useTranslation();
  const now = useNow(STEP_MS);
  const old = now - at;
  const age = old < MINUTE_MS ? formatSpan(Math.floor(old / STEP_MS) * (STEP_MS / 1_000)) : ageOf(at, now);
  return (
    <span className="meta">{old < FRESH_MS ? t("dashboard.queues.countedNow") : t("dashboard.queues.counted", { age })}</span>
  );
}
