import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { Assign } from "@/features/assign/assign";
import { CANNOT_TAKE } from "@/features/claim/lock-bar";
import { NextButton } from "@/features/claim/next-button";
import { TakeOver } from "@/features/claim/take-over";
import type { NextItem } from "@/features/claim/use-take-next";
import { isFree, isUntranscribed, storedText, takesFirst, useItemWork } from "@/features/decide/item-work";
import { isExtendable, lastMinuteOf } from "@/features/lock/lock-state";
import { PutOffMenu } from "@/features/set-aside/put-off-menu";
import { useSetAside } from "@/features/set-aside/use-set-aside";
import type { Moves } from "@/features/tasks/moves";
import { useHasPassed } from "@/lib/clock";
import { isAway, useConnection } from "@/lib/connection";
import { useHotkeys } from "@/lib/hotkeys";
import { Allowed } from "@/lib/permissions";

interface Props {
  moves: Moves;
  next: NextItem;
}

/** The actions on an item other than its outcomes, depending on its lock; at the end of the lock bar. */
export function ItemButtons({ moves, next }: Props) {
  const work = useItemWork();
  const { task, lock, actions } = work;
  const aside = useSetAside(task, moves);
  const putOffUntil = task.snoozed_until;
  const { t } = useTranslation();
  const isEnding = useHasPassed(lastMinuteOf(lock));
  const away = isAway(useConnection());
  const own = lock.kind === "mine" || isFree(lock);
  const taken = lock.kind === "held" ? lock.by : lock.kind === "assigned" ? lock.to : null;
  const claimable = isFree(lock) || lock.kind === "held";
  const skip = () => actions.mayPass() && aside.skip();
  useHotkeys("lists", [{ keys: "Enter", label: t("work.keys.take"), ...(claimable ? { run: actions.claim } : { off: true }) }]);
  useHotkeys("item", own ? [{ keys: "s", label: t("work.keys.skip"), run: skip }] : []);
  const isWritten = isUntranscribed(task) && takesFirst(work); // taking it opens the form for its words

  return (
    <>
      {lock.kind === "mine" && (
        <>
          {isEnding && isExtendable(lock) && (
            <Button size="s" onClick={actions.extend}>
              {t("work.lock.keep")}
            </Button>
          )}
          {/* a double click on "Take" must not release at once, so ignore its second click */}
          <Button
            size="s"
            tone="quiet"
            onClick={({ detail }) => {
              if (detail < 2) actions.release();
            }}
          >
            {t("work.lock.release")}
          </Button>
        </>
      )}
      {isFree(lock) && (
        <Button
          size="s"
          tone={takesFirst(work) && !away ? "primary" : "quiet"}
          hotkey="Enter"
          busy={actions.claiming}
          aria-disabled={away ? true : undefined}
          aria-describedby={away ? CANNOT_TAKE : undefined}
          onClick={actions.claim}
        >
          {t(lock.kind === "ended" ? "work.lock.takeAgain" : isWritten ? `work.lock.${storedText(work) === "" ? "transcribe" : "continue"}` : "work.lock.take")}
        </Button>
      )}
      {own && (
        <Tooltip label={t("work.skip.hint")}>
          <Button size="s" tone="quiet" hotkey="s" busy={aside.busy} aria-description={t("work.skip.hint")} onClick={skip}>
            {t("work.skip.label")}
          </Button>
        </Tooltip>
      )}
      {own && putOffUntil === null && <PutOffMenu taskId={task.task_id} onPutOff={aside.putOff} />}
      {own && putOffUntil !== null && (
        <Button size="s" busy={aside.busy} onClick={aside.putBack}>
          {t("work.putOff.putBack")}
        </Button>
      )}
      {lock.kind !== "closed" && <Assign task={task} lock={lock} moves={moves} />}
      {taken && (
        <Allowed permission="head_moderator">
          <TakeOver taskId={task.task_id} name={taken.name} busy={actions.takingOver} onTakeOver={actions.takeOver} />
        </Allowed>
      )}
      {/* for an item that somebody else has; for an ended one only on a phone, because elsewhere the list's own
          button is visible */}
      {!own && <NextButton next={next} primary {...(!taken && { className: "only-phone" })} />}
    </>
  );
}
