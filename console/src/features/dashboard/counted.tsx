import { useTranslation } from "react-i18next";

import { useNow } from "@/lib/clock";
import { ageOf } from "@/lib/dates";

const FRESH_MS = 60_000;

/** When the numbers were counted, by the server's clock: worth a look only once they are not fresh. */
export function Counted({ at }: { at: number }) {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <span className="meta">
      {now - at < FRESH_MS ? t("dashboard.queues.countedNow") : t("dashboard.queues.counted", { age: ageOf(at, now) })}
    </span>
  );
}
