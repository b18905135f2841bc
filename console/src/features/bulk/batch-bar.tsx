import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";

import type { Batch } from "@/api/types";
import { formatNumber } from "@/lib/dates";

import styles from "./bulk.module.css";
import { countOf } from "./results-of";

const PARTS = ["done", "skipped", "failed", "rolled_back", "waiting"] as const;

/** The results that at least one item has. */
export const partsOf = (batch: Batch) => PARTS.filter((name) => countOf(batch, name) > 0);

/** The results of a batch's items as one bar: an image whose name lists every part. */
export function BatchBar({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const shown = partsOf(batch);
  const said = shown.map((name) => `${t(`bulk.results.${name}`)} ${formatNumber(countOf(batch, name))}`);
  return (
    <span className={styles.bar} role="img" aria-label={said.join(", ")}>
      {shown.map((name) => (
        <i key={name} className={styles[name]} style={{ "--v": countOf(batch, name) } as CSSProperties} />
      ))}
    </span>
  );
}

/** The legend of the bar, with numbers. */
export function BatchLegend({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  return (
    <ul className={`row wrap ${styles.legend}`}>
      {partsOf(batch).map((name) => (
        <li key={name}>
          <i className={`swatch ${styles[name]}`} />
          <strong>{formatNumber(countOf(batch, name))}</strong> {t(`bulk.legend.${name}`)}
        </li>
      ))}
    </ul>
  );
}
