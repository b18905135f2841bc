import type { CSSProperties } from "react";

import css from "./chart.module.css";

export type ShareTone = "light" | "plain" | "dark" | "danger" | "free";

export interface Share {
  /** The name with its number, as screen readers read it: `17 under 4 h`. */
  name: string;
  value: number;
  /** `danger` is striped; `free` is the empty part. */
  tone: ShareTone;
}

/**
 * The parts of a whole in one bar, 12 px high, as wide as its container. An image whose name lists every part; not a
 * Tab stop, because the row around it has the numbers. `of`: the whole (default: the sum of the parts), so that bars of
 * several rows can be compared.
 */
export function ShareBar({ parts, of }: { parts: readonly Share[]; of?: number }) {
  const whole = of ?? parts.reduce((sum, { value }) => sum + value, 0);
  return (
    <span className={css.shares} role="img" aria-label={parts.map(({ name }) => name).join(", ")}>
      {parts.map(({ name, value, tone }) =>
        value > 0 ? <i key={name} className={`${css.bar} ${css[tone]}`} title={name} style={{ "--v": `${(100 * value) / whole}%` } as CSSProperties} /> : null,
      )}
    </span>
  );
}

/** The legend of the tones of `ShareBar`. */
export function ShareLegend({ of }: { of: readonly { name: string; tone: ShareTone }[] }) {
  return (
    <ul className={`${css.legend} ${css.ofShares}`}>
      {of.map(({ name, tone }) => (
        <li key={name}>
          <i className={`${css.bar} ${css[tone]}`} />
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
