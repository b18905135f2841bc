import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

export const ANNOUNCE_EVERY_MS = 60_000;

/** Tells screen readers how many reviews are pending: when the number changes, and at most once a minute. */
export function PendingAnnouncer({ pending }: { pending: number | undefined }) {
  const { t } = useTranslation();
  const said = useSpokenCount(pending);
  return (
    <p className="sr" role="status" aria-live="polite">
      {said === undefined ? "" : t("frame.pendingAnnounced", { count: said })}
    </p>
  );
}

/** The number to announce. The first number is visible on the page already, so it is not announced. */
function useSpokenCount(pending: number | undefined): number | undefined {
  const [said, setSaid] = useState<number>();
  const announced = useRef({ count: pending, at: 0 });

  useEffect(() => {
    announced.current.count ??= pending;
    if (pending === undefined || pending === announced.current.count) return;
    const wait = Math.max(0, announced.current.at + ANNOUNCE_EVERY_MS - Date.now());
    const timer = setTimeout(() => {
      announced.current = { count: pending, at: Date.now() };
      setSaid(pending);
    }, wait);
    return () => clearTimeout(timer);
  }, [pending]);

  return said;
}
