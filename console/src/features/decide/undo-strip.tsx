import { CircleCheck, TriangleAlert, X } from "lucide-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { useIsOnItsWay } from "@/api/use-command";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { sayingOf } from "@/features/tasks/outcome-words";
import { useNow } from "@/lib/clock";
import { formatCountdown } from "@/lib/dates";
import { useHotkeys } from "@/lib/hotkeys";

import { type LastDecision, lastDecision } from "./last-decision";
import { UNDO, useUndo } from "./use-undo";

/** The last decision with its Undo button, while it can be undone. */
export function UndoStrip() {
  const last = lastDecision.use();
  return last && <Strip last={last} />;
}

function Strip({ last }: { last: LastDecision }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const now = useNow(1_000);
  const undo = useUndo();
  const busy = useIsOnItsWay(UNDO);
  const { until } = last.waits;
  const left = until === null ? null : Date.parse(until) - now;
  const over = left !== null && left <= 0;
  useHotkeys("lists", last.problem || over ? [] : [{ keys: "z", label: t("work.keys.undo"), run: () => void undo() }]);
  if (over && !last.problem) return null;

  return (
    <div className="undo-strip">
      <Icon of={last.problem ? TriangleAlert : CircleCheck} />
      <span className="cut">
        {last.problem ? (
          t("work.undo.refused")
        ) : (
          <>
            <strong>{t(`work.done.${sayingOf(last.outcome.name)}`, { label: last.outcome.label })}</strong>{" "}
            <bdi className="soft">{last.title}</bdi>
          </>
        )}
      </span>
      <span className="end" />
      {last.problem ? (
        <IconButton icon={X} size="s" label={t("common.close")} onClick={() => lastDecision.set(client, null)} />
      ) : (
        <>
          {left !== null && <span className="meta tabular">{formatCountdown(left)}</span>}
          <Button size="s" hotkey="z" busy={busy} onClick={() => void undo()}>
            {t("work.undo.label")}
          </Button>
        </>
      )}
    </div>
  );
}
