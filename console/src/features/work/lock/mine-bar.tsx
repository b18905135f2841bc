import { Lock as LockIcon } from "lucide-react";
import type { CSSProperties } from "react";
import { Trans, useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useNow } from "@/lib/clock";
import { formatCountdown } from "@/lib/dates";

import { isActive } from "./activity";
import { ENDING_MS, isExtendable, LEASE_MS, type Lock } from "./lock-state";

interface Props {
  lock: Extract<Lock, { kind: "mine" }>;
  onExtend: () => void;
  onRelease: () => void;
}

/** One's own lock counted down, and the line that shows how much of it is left. */
export function MineBar({ lock, onExtend, onRelease }: Props) {
  const { t } = useTranslation();
  const now = useNow(1_000);
  const left = Math.min(LEASE_MS, Date.parse(lock.until) - now);
  const extendable = isExtendable(lock);
  const ending = left < ENDING_MS;
  const share = Math.min(1, Math.max(0, left / LEASE_MS));
  const hint = !extendable ? "limit" : isActive() ? "extends" : "paused";

  return (
    <div
      className={ending ? "lockbar mine ending" : "lockbar mine"}
      style={{ "--left": `${share * 100}%` } as CSSProperties}
    >
      <Icon of={LockIcon} />
      <bdi className="cut">
        <strong role="timer">
          <Trans i18nKey="work.lock.mine" values={{ left: formatCountdown(left) }} components={{ left: <bdi /> }} />
        </strong>{" "}
        <span className="dim not-phone">{t(`work.lock.hint.${hint}`)}</span>
      </bdi>
      <span className="end" />
      {ending && extendable && (
        <Button size="s" onClick={onExtend}>
          {t("work.lock.keep")}
        </Button>
      )}
      <Button size="s" tone="quiet" onClick={onRelease}>
        {t("work.lock.release")}
      </Button>
      <span className="left" aria-hidden />
    </div>
  );
}
