import css from "./chart.module.css";
import { linesOf, pointsOf } from "./series";

interface Props {
  /** The values as a sentence, also the tooltip: `14 days, from 398 to 412`. */
  label: string;
  /** Ordered by time; the last value is drawn as a dot. */
  values: readonly (number | null)[];
}

/**
 * A line without axes, 72 by 20 px, scaled from its lowest to its highest value. An image with a name, not a Tab stop.
 */
export function Sparkline({ label, values }: Props) {
  const measured = values.filter((value) => value !== null);
  const low = Math.min(...measured);
  const range = Math.max(1, Math.max(...measured) - low);
  // does not use the scale library: this chart is on the first screen
  const parts = linesOf(values, { at: (value) => (100 * (value - low)) / range });
  const last = parts.at(-1)?.at(-1);
  return (
    <span className={css.spark} role="img" aria-label={label} title={label}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        {parts.map((part) => (
          <polyline key={pointsOf(part)} points={pointsOf(part)} />
        ))}
      </svg>
      {last && <i className={css.end} style={{ insetInlineStart: `${last[0]}%`, insetBlockStart: `${last[1]}%` }} />}
    </span>
  );
}
