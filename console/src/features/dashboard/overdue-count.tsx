import { Link } from "react-router-dom";

import { formatNumber } from "@/lib/dates";

interface Props {
  count: number;
  /** The list of what is overdue. */
  to: string | undefined;
}

/** A number with the red disc of what is overdue, which leads to it; a quiet nought when nothing is. */
export function OverdueCount({ count, to }: Props) {
  if (count === 0) return <span className="dim">0</span>;
  return (
    <span className="sla sla-over">
      <svg viewBox="0 0 12 12" aria-hidden>
        <circle cx="6" cy="6" r="6" fill="currentColor" />
        <path d="M6 2.8v3.9M6 9v.2" stroke="var(--surface)" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      {to ? (
        <Link className="plain leads" to={to}>
          {formatNumber(count)}
        </Link>
      ) : (
        formatNumber(count)
      )}
    </span>
  );
}
