import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { DecisionRow } from "@/api/types";
import { sayingOf } from "@/features/tasks/outcome-words";

interface Props {
  row: DecisionRow;
  /** What stands beside the outcome. */
  children?: ReactNode;
}

/** What was done, to which item of which company; as a tooltip in full, because the lines are short. */
export function DecisionName({ row: { outcome, label, title, company }, children }: Props) {
  const { t } = useTranslation();
  const name = title || t("work.item.untitled");
  return (
    <span className="recent-name" title={[name, company].filter(Boolean).join(", ")}>
      <span className="recent-head">
        <span className="cut">
          <strong>{t(`work.done.${sayingOf(outcome)}`, { label })}</strong> {children}
        </span>
        <bdi className="cut soft">{name}</bdi>
      </span>
      {company && <bdi className="cut meta">{company}</bdi>}
    </span>
  );
}
