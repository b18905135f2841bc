import { useTranslation } from "react-i18next";

import { clock, useNow } from "@/lib/clock";
import { formatMoment } from "@/lib/dates";
import type { DraftForm } from "@/lib/drafts";

/** When the form's draft was stored; empty without a draft. */
export function KeptDraft({ form, className = "" }: { form: DraftForm | undefined; className?: string }) {
  const { t } = useTranslation();
  const now = useNow();
  return form && <span className={`meta ${className}`}>{t("work.draft.kept", { time: formatMoment(clock.fromLocal(form.at), now) })}</span>;
}
