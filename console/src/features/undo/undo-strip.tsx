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

import { DecisionName } from "./decision-name";
import { beingSent, useRecentDecisions } from "./recent";
import { RecentDecisions } from "./recent-decisions";
import { type Refused, refusedUndo, useSayRefused } from "./refused";
import { canBeUndone, timeLeft } from "./time-left";
import { UNDO, useUndoByKey, useUndoNewest } from "./use-undo";

/** Below the list while this person has decided something lately: the newest decision that can be undone, and all of them. */
export function UndoStrip() {
  const { t } = useTranslation();
  const rows = useRecentDecisions();
  const refused = refusedUndo.use();
  const now = useNow(1_000);
  const undo = useUndoNewest();
  const byKey = useUndoByKey();
  const newest = rows.find((row) => canBeUndone(row, now));
  const sending = (beingSent.use() ?? 0) > 0;
  const away = isAway(useConnection());
  useHotkeys("lists", newest || sending ? [{ keys: "z", label: t("work.keys.undo"), run: byKey }] : []);
  if (rows.length === 0 && !refused && !(sending && away)) return null;

  return (
    <div className={refused ? "undo-strip refused" : "undo-strip"}>
      {refused ? (
        <NotUndone refused={refused} />
      ) : newest && !(sending && away) ? (
        <Newest row={newest} now={now} sending={sending} onUndo={undo} />
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

interface NewestProps {
  row: DecisionRow;
  now: number;
  /** A newer decision is on its way: undo waits for it. */
  sending: boolean;
  onUndo: () => void;
}

function Newest({ row, now, sending, onUndo }: NewestProps) {
  const { t } = useTranslation();
  const busy = useIsOnItsWay(UNDO);
  return (
    <>
      <DecisionName row={row}>
        <bdi className="meta tabular">{t("undo.recent.left", { left: formatCountdown(timeLeft(row, now)) })}</bdi>
      </DecisionName>
      <span className="end" />
      <Button size="s" hotkey="z" busy={busy || sending} onClick={onUndo}>
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
