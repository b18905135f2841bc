import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";

import css from "./chart.module.css";

interface TipProps {
  title: string;
  names: readonly string[];
  /** One value for each name; empty ones are left out. */
  values: readonly string[];
  /** The position that the tooltip points to, in percent of the plot; the tooltip is on the side with more space. */
  x: number;
}

/** The tooltip of a point. Hidden from screen readers, which read the same values as the slider's text. */
export function Tip({ title, names, values, x }: TipProps) {
  return (
    <div className={css.tip} data-before={x > 50 || undefined} style={{ "--x": `${x}%` } as CSSProperties} aria-hidden>
      <strong>
        <bdi>{title}</bdi>
      </strong>
      {names.map((name, index) =>
        values[index] ? (
          <span key={name}>
            {name} <bdi>{values[index]}</bdi>
          </span>
        ) : null,
      )}
    </div>
  );
}

interface TableProps {
  label: string;
  /** The header of the first column. */
  first: string;
  names: readonly string[];
  rows: readonly { key: string; label: string; cells: readonly string[] }[];
}

/** The values of a chart for screen readers. */
export function ValueTable({ label, first, names, rows }: TableProps) {
  const { t } = useTranslation();
  return (
    // a table is never narrower than its words, whatever its style says, so a wrapper clips it
    <div className="sr">
      {/* no `DataTable`: it is the text alternative of a chart */}
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {[first, ...names].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {row.cells.map((cell, index) => (
                <td key={names[index]}>{cell || t("chart.nothing")}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
