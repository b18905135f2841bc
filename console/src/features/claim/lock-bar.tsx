import { AlarmClock, CircleCheck, Lock as LockIcon, LockOpen, type LucideIcon, UserRound, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";

import type { HistoryEntry } from "@/api/types";
import { Icon } from "@/components/ui/icon";
import { useNow } from "@/lib/clock";
import { isAway, useConnection } from "@/lib/connection";
import { formatMoment, formatTime } from "@/lib/dates";

import type { Lock } from "@/features/lock/lock-state";
import { LockHint, MineBar } from "./mine-bar";

interface Props {
  lock: Lock;
  /** What closed the item, when it is closed. */
  closing: HistoryEntry | undefined;
  /** It was closed, and is open again elsewhere. */
  reopened: boolean;
  /** Until when the item is put off; null when it is not. */
  putOffUntil: string | null;
  /** Until when its decision is held; null when none is. */
  heldUntil: string | null;
  /** The buttons at its end. */
  children: ReactNode;
}

/** The id of the sentence that says why the item cannot be taken at the moment. */
export const CANNOT_TAKE = "cannot-take";

/** The holder of the item and the remaining time. Always 48 px high; announced by the live regions, not by this bar. */
export function LockBar({ lock, closing, reopened, putOffUntil, heldUntil, children }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const away = isAway(useConnection());
  // the last that the server said of it may not hold any more
  if (away && (lock.kind === "free" || lock.kind === "ended"))
    return (
      <Bar icon={WifiOff} tone="held" buttons={children} more={t("work.lock.awayHint")} moreId={CANNOT_TAKE}>
        <strong>{lock.kind === "ended" && lock.at ? t("work.lock.endedAt", { time: formatTime(lock.at) }) : t("work.lock.away")}</strong>
      </Bar>
    );
  switch (lock.kind) {
    case "mine":
      return <MineBar lock={lock}>{children}</MineBar>;
    case "free":
      return putOffUntil || heldUntil ? (
        <Bar icon={AlarmClock} buttons={children}>
          <strong>{putOffUntil ? t("work.putOff.bar", { moment: formatMoment(putOffUntil, now) }) : t("work.heldUntil", { moment: formatMoment(heldUntil ?? "", now) })}</strong>
        </Bar>
      ) : (
        <Bar icon={LockOpen} buttons={children} more={t("work.lock.freeHint")} whole>
          <strong>{t("work.lock.free")}</strong>
        </Bar>
      );
    case "ended":
      return (
        <Bar icon={LockOpen} tone="held" buttons={children} more={t("work.lock.endedHint")}>
          <strong>{lock.at ? t("work.lock.endedAt", { time: formatTime(lock.at) }) : t("work.lock.ended")}</strong>
        </Bar>
      );
    case "held":
      return (
        <Bar icon={LockIcon} tone="held" buttons={children} more={t("work.lock.readOnly")}>
          <Named
            words={lock.since ? "heldSince" : "held"}
            name={lock.by.name}
            time={lock.since ? formatTime(lock.since) : ""}
          />
        </Bar>
      );
    case "assigned":
      return (
        <Bar icon={UserRound} tone="held" buttons={children} more={t("work.lock.readOnly")}>
          <Named words="assigned" name={lock.to.name} />
        </Bar>
      );
    case "closed":
      return (
        <Bar icon={CircleCheck} buttons={children}>
          <strong>{reopened ? t("work.lock.reopened") : closing ? t("work.lock.closedAs", { step: closing.to_title }) : t("work.lock.closed")}</strong>{" "}
          {!reopened && <ClosedBy name={(closing ? closing.actor : lock.by)?.name} at={closing?.at ?? lock.at} />}
        </Bar>
      );
  }
}

interface NamedProps {
  words: "held" | "heldSince" | "assigned";
  name: string;
  time?: string;
}

function Named({ words, name, time = "" }: NamedProps) {
  const { t } = useTranslation();
  return (
    <>
      <strong className="not-phone">
        <Trans i18nKey={`work.lock.${words}`} values={{ name, time }} components={{ name: <bdi /> }} />
      </strong>
      <span className="only-phone lock-holder">
        <strong>{t(`work.lock.short.${words}`, { time })}</strong>{" "}
        <span className="cut block meta">
          <Trans i18nKey={`work.lock.short.${words === "assigned" ? "to" : "by"}`} values={{ name }} components={{ name: <bdi /> }} />
        </span>
      </span>
    </>
  );
}

function ClosedBy({ name, at }: { name: string | undefined; at: string | null }) {
  const now = useNow();
  if (!at) return null;
  const moment = formatMoment(at, now);
  return (
    <span className="dim">
      {name ? <Trans i18nKey="work.lock.closedBy" values={{ name, moment }} components={{ name: <bdi /> }} /> : moment}
    </span>
  );
}

interface BarProps {
  icon: LucideIcon;
  tone?: "held";
  buttons: ReactNode;
  /** A second sentence, where there is room for it. */
  more?: string;
  moreId?: string;
  /** Its sentence is short, and is never cut. */
  whole?: boolean;
  children: ReactNode;
}

function Bar({ icon, tone, buttons, more, moreId, whole = false, children }: BarProps) {
  return (
    <div className={tone ? `lockbar ${tone}` : "lockbar"}>
      <Icon of={icon} />
      <bdi className={whole ? "whole" : "cut"}>{children}</bdi>
      {more && (
        <LockHint id={moreId} className={tone ? "soft" : "dim"}>
          {more}
        </LockHint>
      )}
      <span className="end" />
      {buttons}
    </div>
  );
}
