import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";

import type { Batch } from "@/api/types";
import { formatNumber } from "@/lib/dates";

import styles from "./bulk.module.css";
import { countOf } from "./results-of";

/** Those that say how far it is are there from the beginning, the others once there is one. */
const PARTS = [
  ["done", true],
  ["skipped", true],
  ["failed", false],
  ["rolled_back", false],
  ["waiting", true],
] as const;

/** What became of a batch's items, in one bar: an image whose name holds every part. */
export function BatchBar({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const shown = PARTS.filter(([name]) => countOf(batch, name) > 0);
  const said = shown.map(([name]) => `${t(`bulk.results.${name}`)} ${formatNumber(countOf(batch, name))}`);
  return (
    <span className={styles.bar} role="img" aria-label={said.join(", ")}>
      {shown.map(([name]) => (
        <i key={name} className={styles[name]} style={{ "--v": countOf(batch, name) } as CSSProperties} />
      ))}
    </span>
  );
}

/** What its colours mean, with the numbers. */
export function BatchLegend({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  return (
    <ul className={`row wrap ${styles.legend}`}>
      {PARTS.filter(([name, always]) => always || countOf(batch, name) > 0).map(([name]) => (
        <li key={name}>
          <i className={`swatch ${styles[name]}`} />
          <strong>{formatNumber(countOf(batch, name))}</strong> {t(`bulk.legend.${name}`)}
        </li>
      ))}
    </ul>
  );
}
