import { formatNumber } from "@/lib/dates";

/** A number with the red disc of what is overdue; a quiet nought when nothing is. */
export function OverdueCount({ count }: { count: number }) {
  if (count === 0) return <span className="dim">0</span>;
  return (
    <span className="sla sla-over">
      <svg viewBox="0 0 12 12" aria-hidden>
        <circle cx="6" cy="6" r="6" fill="currentColor" />
        <path d="M6 2.8v3.9M6 9v.2" stroke="var(--surface)" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      {formatNumber(count)}
    </span>
  );
}
