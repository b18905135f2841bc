import { useTranslation } from "react-i18next";

import type { DecisionRow } from "@/api/types";
import { useDone } from "@/features/tasks/outcome-words";
import { clock } from "@/lib/clock";

import type { Aside } from "./asides";
import { timeLeft } from "./time-left";

interface Props {
  of: DecisionRow | Aside;
}

/** What was done, to which item of which company; as a tooltip in full, because the lines are short. */
export function DecisionName({ of }: Props) {
  const { t } = useTranslation();
  const said = useDone();
  const { title, company } = of;
  const done = "how" in of ? t(`undo.aside.${of.how}`) : said(of.outcome, of.label, of.addressed, timeLeft(of, clock.now()) > 0);
  const name = title || t("work.item.untitled");
  return (
    <span className="recent-name" title={[name, company].filter(Boolean).join(", ")}>
      <span className="recent-head">
        <strong className="cut">{done}</strong>{" "}
        <bdi className="cut soft dot">{name}</bdi>
      </span>
      {company && <bdi className="cut meta">{company}</bdi>}
    </span>
  );
}
