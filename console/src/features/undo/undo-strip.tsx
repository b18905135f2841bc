import { useQueryClient } from "@tanstack/react-query";
import { TriangleAlert, X } from "lucide-react";
import { useTranslation } from "react-i18next";

import { useIsOnItsWay } from "@/api/use-command";
import type { DecisionRow } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { useNow } from "@/lib/clock";
import { isAway, useConnection } from "@/lib/connection";
import { formatCountdown } from "@/lib/dates";
import { useHotkeys } from "@/lib/hotkeys";

import { type Aside, asideLeft, useAside } from "./asides";
import { DecisionName } from "./decision-name";
import { beingSent, newestFinal, useRecentDecisions } from "./recent";
import { RecentDecisions } from "./recent-decisions";
import { type Refused, refusedUndo, useSayRefused } from "./refused";
import { canBeUndone, timeLeft } from "./time-left";
import { UNDO, type Undoable, useUndoShown } from "./use-undo";

/**
 * Below the list while this person has decided something lately: the newest decision that can be undone, and all of them.
 * Above them stands an undo that was refused, until it is closed: whoever presses the key again may mean that one.
 */
export function UndoStrip() {
  const { t } = useTranslation();
  const rows = useRecentDecisions();
  const refused = refusedUndo.use();
  const now = useNow(1_000);
  const act = useAside();
  const final = newestFinal.use();
  const sending = (beingSent.use() ?? 0) > 0;
  const away = isAway(useConnection());
  const latest = latestOf(rows, act, final !== null, now);
  const isAnother = refused !== null && !(latest && "row" in latest && latest.row.task_id === refused.row.task_id);
  const shown = latest && { ...latest, isOlder: latest.isOlder || isAnother };
  const undoShown = useUndoShown();
  const undo = (how: "byKey" | "byButton") => undoShown(shown, how);
  useHotkeys("item", shown || sending || rows.length > 0 ? [{ keys: "z", label: t("work.keys.undo"), run: () => undo("byKey") }] : []);
  if (rows.length === 0 && !shown && !refused && !(sending && away)) return null;

  return (
    <div className="undo-strip">
      {refused && <NotUndone refused={refused} />}
      {shown && !(sending && away) ? (
        <Newest shown={shown} now={now} sending={sending} onUndo={() => undo("byButton")} />
      ) : (
        <>
          <span className={sending ? "soft" : "cut soft"}>{t(sending ? "undo.beingSent" : "undo.nothing")}</span>
          <span className="end" />
        </>
      )}
      {rows.length > 0 && <RecentDecisions rows={rows} now={now} />}
    </div>
  );
}

/** The newest of what can still be undone, and whether something was done after it that cannot. */
function latestOf(rows: readonly DecisionRow[], act: Aside | null, isFinal: boolean, now: number): Undoable | null {
  const row = rows.find((each) => canBeUndone(each, now));
  const isAfter = (one: DecisionRow | undefined) => one !== undefined && Date.parse(one.decided_at) > (act?.at ?? 0);
  if (act && asideLeft(act, now) > 0 && !isAfter(row)) return { act, isOlder: isFinal || isAfter(rows[0]) };
  return row ? { row, isOlder: isFinal || row !== rows[0] || !isAfter(row) } : null;
}

interface NewestProps {
  shown: Undoable;
  now: number;
  /** A newer decision is on its way: undo waits for it. */
  sending: boolean;
  onUndo: () => void;
}

function Newest({ shown, now, sending, onUndo }: NewestProps) {
  const { t } = useTranslation();
  const busy = useIsOnItsWay(UNDO);
  const left = "act" in shown ? asideLeft(shown.act, now) : timeLeft(shown.row, now);
  return (
    <>
      <DecisionName of={"act" in shown ? shown.act : shown.row} />
      <Button size="s" hotkey="z" busy={busy || sending} onClick={onUndo}>
        {t("undo.label")}
      </Button>
      {/* what changes every second is not read out: the list of recent decisions says it */}
      <bdi className="meta tabular" aria-hidden>
        {t("undo.recent.left", { left: formatCountdown(left) })}
      </bdi>
      <span className="end" />
    </>
  );
}

function NotUndone({ refused }: { refused: Refused }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const say = useSayRefused();
  return (
    <div className="not-undone">
      <Icon of={TriangleAlert} />
      <bdi>{say(refused)}</bdi>
      <IconButton icon={X} size="s" label={t("common.close")} onClick={() => refusedUndo.set(client, null)} />
    </div>
  );
}
