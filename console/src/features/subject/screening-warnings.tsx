import { useTranslation } from "react-i18next";

import type { ReviewDetail } from "@/api/types";
import { screeningOf, warningsOf } from "@/components/desk/screening";
import { Notice } from "@/components/ui/notice";

/** Findings of screening other than listed words, shown as warnings. */
export function ScreeningWarnings({ screening }: { screening: ReviewDetail["screening"] }) {
  const { t } = useTranslation();
  const found = screeningOf(screening);
  const warnings = found ? warningsOf(found, t) : [];
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning">
      <strong>{t("work.screening.title")}:</strong> <bdi>{warnings.join("; ")}.</bdi>
    </Notice>
  );
}
