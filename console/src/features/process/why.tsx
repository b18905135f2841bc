import { useTranslation } from "react-i18next";

import type { HistoryEntry } from "@/api/types";
import { findingsOf, screeningOf } from "@/components/desk/screening";

/** The details of a timeline entry: reason, text, findings of screening. */
export function Why({ entry: { action, data, text } }: { entry: HistoryEntry }) {
  const { t } = useTranslation();
  const { reason_title: title, reason: code } = data;
  const reason = typeof title === "string" ? title : typeof code === "string" ? code : null;
  const screening = action === "start" ? screeningOf(data) : null;
  if (!reason && !text && !screening) return null;
  return (
    <div className="why">
      {reason && <p className="strong">{t("work.timeline.reason", { reason })}</p>}
      {text && <p dir="auto">{text}</p>}
      {screening && (
        <p>
          <bdi>{findingsOf(screening, t)}</bdi>
        </p>
      )}
    </div>
  );
}
