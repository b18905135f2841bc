import { useTranslation } from "react-i18next";

import type { DecisionRow } from "@/api/types";
import { sayingOf } from "@/features/tasks/outcome-words";

/** What was done, to which item. */
export function DecisionName({ row: { outcome, label, title } }: { row: DecisionRow }) {
  const { t } = useTranslation();
  return (
    <span className="cut">
      <strong>{t(`work.done.${sayingOf(outcome)}`, { label })}</strong> <bdi className="soft">{title || t("work.item.untitled")}</bdi>
    </span>
  );
}
