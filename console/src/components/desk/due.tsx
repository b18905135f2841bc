import { useTranslation } from "react-i18next";

import { useNow } from "@/lib/clock";
import { ageOf, formatAge, formatDateTime } from "@/lib/dates";
import type { Queue } from "@/lib/desk";

import { clockOf } from "./due-clock";

interface Props {
  createdAt: string;
  dueAt: string | null;
  /** The item's queue. In a queue that fires, items move on automatically when due and cannot be late. */
  queue: Queue | undefined;
  /** The column header says that the time is until due, so only the duration is visible. */
  short?: boolean;
}

/** The time until an item is due: a ring that fills up, amber near the end; a red disc once overdue. */
export function Due({ createdAt, dueAt, queue, short = false }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  if (!dueAt)
    return (
      <span className="sla" title={formatDateTime(createdAt)}>
        <bdi>{t("work.due.age", { age: ageOf(createdAt, now) })}</bdi>
      </span>
    );
  const { share, left, tone } = clockOf(createdAt, dueAt, now);
  if (queue?.fires) {
    const age = formatAge(left);
    return (
      <span className="sla" title={formatDateTime(dueAt)}>
        <Ring share={share} />
        <bdi>
          {left > 0
            ? t(`desk.fires.${queue.name}`, { age, defaultValue: t("work.due.fires", { age }) })
            : t(`desk.firesNow.${queue.name}`, { defaultValue: t("work.due.firesNow") })}
        </bdi>
      </span>
    );
  }
  const age = formatAge(Math.abs(left));
  const words = t(tone === "over" ? "work.due.over" : "work.due.in", { age });
  const isShort = short && tone !== "over";
  return (
    <span className={tone ? `sla sla-${tone}` : "sla"} title={formatDateTime(dueAt)}>
      {tone === "over" ? <Disc /> : <Ring share={share} />}
      {isShort && <span className="sr">{words}</span>}
      <bdi aria-hidden={isShort}>{isShort ? age : words}</bdi>
    </span>
  );
}

const RADIUS = 4.75;
const ROUND = 2 * Math.PI * RADIUS;

function Ring({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <circle cx="6" cy="6" r={RADIUS} opacity=".3" />
      <circle cx="6" cy="6" r={RADIUS} strokeDasharray={`${share * ROUND} ${ROUND}`} transform="rotate(-90 6 6)" />
    </svg>
  );
}

function Disc() {
  return (
    <svg viewBox="0 0 12 12" aria-hidden>
      <circle cx="6" cy="6" r="6" fill="currentColor" />
      <path d="M6 2.8v3.9M6 9v.2" stroke="var(--surface)" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
