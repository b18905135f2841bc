import { useTranslation } from "react-i18next";

import { clock } from "@/lib/clock";
import { formatMoment } from "@/lib/dates";
import { useTitles } from "@/lib/use-titles";

/** The title of a status; empty while loading. `heldUntil`: when the status takes effect, if its hold has not ended. */
export function useStatus(status: string | undefined, heldUntil?: string | null): string {
  const { t } = useTranslation();
  const titles = useTitles();
  if (status === undefined) return "";
  const title = titles.status(status);
  return heldUntil ? t("work.statusHeld", { status: title, moment: formatMoment(heldUntil, clock.now()) }) : title;
}
