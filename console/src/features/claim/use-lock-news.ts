import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/components/desk/announcer";
import { useHasPassed } from "@/lib/clock";

import { isExtendable, lastMinuteOf, type Lock } from "@/features/lock/lock-state";

/** Announces changes of the lock of the open item: last minute, end, another holder. */
export function useLockNews(taskId: number, lock: Lock): void {
  const { t } = useTranslation();
  const before = useRef({ taskId, kind: lock.kind, ending: false });
  const ending = useHasPassed(lastMinuteOf(lock));
  const holder = lock.kind === "held" ? lock.by.name : "";
  const lasting = lock.kind === "mine" && isExtendable(lock);

  useEffect(() => {
    const was = before.current;
    before.current = { taskId, kind: lock.kind, ending };
    if (was.taskId !== taskId) return;
    if (ending && !was.ending && !lasting) announce(t("work.lock.said.lastMinute"));
    if (was.kind === lock.kind) return;
    if (lock.kind === "held") announce(t("work.lock.said.held", { name: holder }), was.kind === "mine" ? "assertive" : "polite");
    if (lock.kind === "ended") announce(t("work.lock.said.ended"), "assertive");
    if (lock.kind === "closed" && was.kind !== "mine") announce(t("work.lock.said.closed"));
    if (lock.kind === "free" && was.kind === "held") announce(t("work.lock.said.free"));
  }, [taskId, lock.kind, ending, lasting, holder, t]);
}
