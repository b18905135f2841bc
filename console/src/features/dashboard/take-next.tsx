import { useId } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import type { QueueSummary } from "@/api/types";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { isAway, useConnection } from "@/lib/connection";
import { useDesk } from "@/lib/desk";
import { useHotkeys } from "@/lib/hotkeys";

import styles from "./dashboard.module.css";
import { queueToStart, useTakeNext } from "./use-take-next";

/** A button that takes the next item and opens it. If it fails or is disabled, the reason is beside the button. */
export function TakeNext({ queues }: { queues: readonly QueueSummary[] }) {
  const { t } = useTranslation();
  const next = useTakeNext();
  const queue = queueToStart(queues, useDesk());
  const away = isAway(useConnection());
  const reason = useId();
  const take = queue && !next.busy && !away ? () => next.take(queue) : undefined;
  useHotkeys("lists", take ? [{ keys: "n", label: t("dashboard.takeNext"), run: take }] : []);

  const sentence = () => {
    if (away) return t("dashboard.away");
    if (next.noneFree) return t("dashboard.noneFree");
    if (next.refusal === null) return "";
    const tooMany = next.refusal instanceof ApiError && next.refusal.code === "too_many_held";
    return tooMany ? t("dashboard.tooManyHeld") : sayUnknown(next.refusal, t);
  };

  return (
    <div className={styles.take}>
      <p role="status" className="soft" id={reason}>
        {sentence()}
      </p>
      <Button
        tone="primary"
        hotkey="n"
        busy={next.busy}
        disabled={!take && !away}
        aria-disabled={away ? true : undefined}
        aria-describedby={away ? reason : undefined}
        onClick={take}
      >
        {t("dashboard.takeNext")}
      </Button>
    </div>
  );
}
