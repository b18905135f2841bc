import { Lock as LockIcon } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";

import { Icon } from "@/components/ui/icon";
import { useNow } from "@/lib/clock";
import { isAway, useConnection } from "@/lib/connection";
import { formatCountdown } from "@/lib/dates";

import { isActive } from "./activity";
import { ENDING_MS, isExtendable, LEASE_MS, type Lock } from "@/features/lock/lock-state";

interface Props {
  lock: Extract<Lock, { kind: "mine" }>;
  children: ReactNode;
}

/** What a lock bar says besides: whole, or where there is no room for it not at all. */
export function LockHint({ id, className, children }: { id?: string | undefined; className: string; children: string }) {
  return (
    <bdi className={`lock-hint not-phone ${className}`}>
      <span id={id}>{children}</span>
    </bdi>
  );
}

/** The countdown of the person's own lock, with a progress line. */
export function MineBar({ lock, children }: Props) {
  const { t } = useTranslation();
  const now = useNow(1_000);
  const left = Math.min(LEASE_MS, Date.parse(lock.until) - now);
  const share = Math.min(1, Math.max(0, left / LEASE_MS));
  const away = isAway(useConnection());
  const hint = !isExtendable(lock) ? "limit" : away ? "away" : isActive() ? "extends" : "paused";

  return (
    <div
      className={left < ENDING_MS ? "lockbar mine ending" : "lockbar mine"}
      style={{ "--left": `${share * 100}%` } as CSSProperties}
    >
      <Icon of={LockIcon} />
      <bdi className="whole">
        <strong role="timer">
          <Trans i18nKey="work.lock.mine" values={{ left: formatCountdown(left) }} components={{ left: <bdi /> }} />
        </strong>
      </bdi>
      <LockHint className="dim">{t(`work.lock.hint.${hint}`)}</LockHint>
      <span className="end" />
      {children}
      <span className="left" aria-hidden />
    </div>
  );
}
