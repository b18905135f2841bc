import { useQueryClient } from "@tanstack/react-query";
import { TriangleAlert, X } from "lucide-react";
import { useTranslation } from "react-i18next";

import { useIsOnItsWay } from "@/api/use-command";
import type { DecisionRow } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { useNow } from "@/lib/clock";
import { formatCountdown } from "@/lib/dates";
import { useHotkeys } from "@/lib/hotkeys";

import { DecisionName } from "./decision-name";
import { useRecentDecisions } from "./recent";
import { RecentDecisions } from "./recent-decisions";
import { type Refused, refusedUndo, useSayRefused } from "./refused";
import { canBeUndone, timeLeft } from "./time-left";
import { UNDO, useUndoNewest } from "./use-undo";

/** Below the list while this person has decided something lately: the newest decision that can be undone, and all of them. */
export function UndoStrip() {
  const { t } = useTranslation();
  const rows = useRecentDecisions();
  const refused = refusedUndo.use();
  const now = useNow(1_000);
  const undo = useUndoNewest();
  const newest = rows.find((row) => canBeUndone(row, now));
  useHotkeys("lists", newest ? [{ keys: "z", label: t("work.keys.undo"), run: undo }] : []);
  if (rows.length === 0 && !refused) return null;

  return (
    <div className={refused ? "undo-strip refused" : "undo-strip"}>
      {refused ? <NotUndone refused={refused} /> : newest ? <Newest row={newest} now={now} onUndo={undo} /> : <span className="cut soft">{t("undo.nothing")}</span>}
      {!newest && <span className="end" />}
      {rows.length > 0 && <RecentDecisions rows={rows} now={now} />}
    </div>
  );
}

function Newest({ row, now, onUndo }: { row: DecisionRow; now: number; onUndo: () => void }) {
  const { t } = useTranslation();
  const busy = useIsOnItsWay(UNDO);
  return (
    <>
      <span className="recent-what">
        <DecisionName row={row} />
        <bdi className="meta tabular">{t("undo.recent.left", { left: formatCountdown(timeLeft(row, now)) })}</bdi>
      </span>
      <span className="end" />
      <Button size="s" hotkey="z" busy={busy} onClick={onUndo}>
        {t("undo.label")}
      </Button>
    </>
  );
}

function NotUndone({ refused }: { refused: Refused }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const say = useSayRefused();
  return (
    <>
      <Icon of={TriangleAlert} />
      <bdi>{say(refused)}</bdi>
      <IconButton icon={X} size="s" label={t("common.close")} onClick={() => refusedUndo.set(client, null)} />
    </>
  );
}
