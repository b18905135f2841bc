import { CircleCheck, Lock as LockIcon, LockOpen, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";

import type { HistoryEntry } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useNow } from "@/lib/clock";
import { formatMoment, formatTime } from "@/lib/dates";

import type { Lock } from "./lock-state";
import { MineBar } from "./mine-bar";

interface Props {
  lock: Lock;
  /** What closed the item, when it is closed. */
  closing: HistoryEntry | undefined;
  claiming: boolean;
  onClaim: () => void;
  onExtend: () => void;
  onRelease: () => void;
  /** The button that takes the next free item. */
  next: ReactNode;
}

/** Who has the item, and for how long. 48 px high whatever it says; read out by the live regions, not by itself. */
export function LockBar({ lock, closing, claiming, onClaim, onExtend, onRelease, next }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const claim = (label: string) => (
    <Button size="s" tone="quiet" hotkey="Enter" busy={claiming} onClick={onClaim}>
      {label}
    </Button>
  );

  switch (lock.kind) {
    case "mine":
      return <MineBar lock={lock} onExtend={onExtend} onRelease={onRelease} />;
    case "free":
      return (
        <Bar icon={LockOpen} end={<>{claim(t("work.lock.take"))}{next}</>}>
          <strong>{t("work.lock.free")}</strong> <span className="dim not-phone">{t("work.lock.freeHint")}</span>
        </Bar>
      );
    case "ended":
      return (
        <Bar icon={LockOpen} tone="held" end={<>{claim(t("work.lock.takeAgain"))}{next}</>}>
          <strong>
            {lock.at ? t("work.lock.endedAt", { time: formatTime(lock.at) }) : t("work.lock.ended")}
          </strong>{" "}
          <span className="soft not-phone">{t("work.lock.endedHint")}</span>
        </Bar>
      );
    case "held":
      return (
        <Bar icon={LockIcon} tone="held" end={next}>
          <strong>
            <Trans
              i18nKey={lock.since ? "work.lock.heldSince" : "work.lock.held"}
              values={{ name: lock.by.name, time: lock.since && formatTime(lock.since) }}
              components={{ name: <bdi /> }}
            />
          </strong>{" "}
          <span className="soft not-phone">{t("work.lock.readOnly")}</span>
        </Bar>
      );
    case "assigned":
      return (
        <Bar icon={UserRound} tone="held" end={next}>
          <strong>
            <Trans i18nKey="work.lock.assigned" values={{ name: lock.to.name }} components={{ name: <bdi /> }} />
          </strong>{" "}
          <span className="soft not-phone">{t("work.lock.readOnly")}</span>
        </Bar>
      );
    case "closed": {
      const by = closing?.actor ?? lock.by;
      const at = closing?.at ?? lock.at;
      return (
        <Bar icon={CircleCheck} end={next}>
          <strong>
            {closing ? t("work.lock.closedAs", { step: closing.to_title }) : t("work.lock.closed")}
          </strong>{" "}
          <span className="dim">
            {by && at && (
              <Trans
                i18nKey="work.lock.closedBy"
                values={{ name: by.name, moment: formatMoment(at, now) }}
                components={{ name: <bdi /> }}
              />
            )}
            {!by && at && formatMoment(at, now)}
          </span>
        </Bar>
      );
    }
  }
}

interface BarProps {
  icon: typeof LockIcon;
  tone?: "held";
  end: ReactNode;
  children: ReactNode;
}

function Bar({ icon, tone, end, children }: BarProps) {
  return (
    <div className={tone ? `lockbar ${tone}` : "lockbar"}>
      <Icon of={icon} />
      <bdi className="cut">{children}</bdi>
      <span className="end" />
      {end}
    </div>
  );
}
