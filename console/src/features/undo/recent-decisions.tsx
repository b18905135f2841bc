import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { useIsOnItsWay } from "@/api/use-command";
import type { DecisionRow } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { formatCountdown, formatTime } from "@/lib/dates";
import { keepFocus } from "@/lib/keep-focus";

import { DecisionName } from "./decision-name";
import { useSayReason } from "./refused";
import { canBeUndone, timeLeft } from "./time-left";
import { UNDO, useUndo } from "./use-undo";

/** All recent decisions, newest first: each with the time left to undo it, or the reason why it cannot be undone. */
export function RecentDecisions({ rows, now }: { rows: readonly DecisionRow[]; now: number }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const undo = useUndo();
  const onUndo = (row: DecisionRow) => {
    keepFocus(list.current); // the row is about to be removed
    void undo(row);
  };
  return (
    <Disclosure className="recent-decisions" label={t("undo.recent.show", { number: rows.length })}>
      {() => (
        <>
          <h3>{t("undo.recent.title")}</h3>
          <p className="meta">{t("undo.recent.text")}</p>
          <ul ref={list} tabIndex={-1} aria-label={t("undo.recent.title")}>
            {rows.map((row) => (
              <Row key={row.task_id} row={row} now={now} onUndo={onUndo} />
            ))}
          </ul>
        </>
      )}
    </Disclosure>
  );
}

interface RowProps {
  row: DecisionRow;
  now: number;
  onUndo: (row: DecisionRow) => void;
}

function Row({ row, now, onUndo }: RowProps) {
  const { t } = useTranslation();
  const say = useSayReason();
  const busy = useIsOnItsWay(UNDO);
  const { label, title } = row;
  return (
    <li className="row">
      <span className="recent-what">
        <DecisionName of={row} />
        <span className="meta">
          {canBeUndone(row, now) ? (
            <bdi className="tabular">{t("undo.recent.left", { left: formatCountdown(timeLeft(row, now)) })}</bdi>
          ) : (
            <bdi>
              {formatTime(row.decided_at)} · {say(row.refusal ?? { code: "undo_over", holder: null })}
            </bdi>
          )}
        </span>
      </span>
      {canBeUndone(row, now) && (
        <Button size="s" busy={busy} aria-label={t("undo.labelOf", { label, title })} onClick={() => onUndo(row)}>
          {t("undo.label")}
        </Button>
      )}
    </li>
  );
}
