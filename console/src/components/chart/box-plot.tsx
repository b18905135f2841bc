import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import css from "./chart.module.css";
import { type Axis, scaleOf } from "./scale";
import { usePoints } from "./use-points";
import { Tip, ValueTable } from "./values";

export interface Box {
  key: string;
  /** The full name, for the tooltip and the table: `5 stars`. */
  name: string;
  /** Shown before the row's line, such as stars. */
  head: ReactNode;
  median: number;
  /** The 10th and the 90th percentile. */
  low: number;
  high: number;
  /** The value at which a vertical line crosses the row, such as when it is due; the last of `names` explains it. */
  mark?: number | null;
}

interface Props {
  label: string;
  /** The header of the table's first column: `Stars`. */
  rowName: string;
  rows: readonly Box[];
  /** The names of the point, the bar and the vertical line; without a line: median, and 8 of 10. */
  names?: readonly string[];
  /** The line is a target (dashed) instead of a limit. */
  isWanted?: boolean;
  /** Logarithmic unless `scale` says linear; one axis for all rows. */
  axis?: Axis;
}

/**
 * Medians and the range from the 10th to the 90th percentile, one row each (28 px), on one axis in the unit of its
 * `format`.
 */
export function BoxPlot({ label, rowName, rows, names: given, isWanted = false, axis = {} }: Props) {
  const { t } = useTranslation();
  const scale = scaleOf(rows.flatMap(({ low, high, mark }) => [low, high, ...(typeof mark === "number" ? [mark] : [])]), { scale: "log", ...axis });
  const names = given ?? [t("chart.median"), t("chart.eightOfTen")];
  const written = rows.map(({ key, name, median, low, high, mark }) => ({
    key,
    label: name,
    cells: [
      scale.format(median),
      t("chart.range", { low: scale.format(low), high: scale.format(high) }),
      ...(mark === undefined ? [] : [typeof mark === "number" ? scale.format(mark) : ""]),
    ],
  }));
  const { at, point, slider } = usePoints({
    label,
    count: rows.length,
    start: 0,
    textOf: (index) => [written[index]?.label, ...names.flatMap((name, column) => (written[index]?.cells[column] ? [t("chart.value", { name, value: written[index].cells[column] })] : []))].join(", "),
  });
  const shown = at === null ? undefined : written[at];
  return (
    <figure className={`${css.chart} ${css.boxes}`}>
      <div className={css.heads} aria-hidden>
        {rows.map(({ key, head }) => (
          <span key={key}>{head}</span>
        ))}
      </div>
      <div className={css.plot} {...slider}>
        {scale.ticks.map((tick) => (
          <i key={tick} className={css.rule} style={{ insetInlineStart: `${scale.at(tick)}%` }} />
        ))}
        {rows.map(({ key, median, low, high, mark }, index) => (
          <div key={key} className={css.box} data-shown={index === at || undefined} {...point(index)}>
            <i className={css.whisker} style={{ insetInlineStart: `${scale.at(low)}%`, inlineSize: `${scale.at(high) - scale.at(low)}%` }} />
            {typeof mark === "number" && !isWanted && high > mark && (
              <i className={`${css.whisker} ${css.late}`} style={{ insetInlineStart: `${scale.at(Math.max(low, mark))}%`, inlineSize: `${scale.at(high) - scale.at(Math.max(low, mark))}%` }} />
            )}
            {typeof mark === "number" && <i className={`${css.mark} ${isWanted ? css.wanted : ""}`} style={{ insetInlineStart: `${scale.at(mark)}%` }} />}
            <i className={css.dot} style={{ insetInlineStart: `${scale.at(median)}%` }} />
            {shown && index === at && <Tip title={shown.label} names={names} values={shown.cells} x={scale.at(median)} />}
          </div>
        ))}
      </div>
      <div className={css.axis} aria-hidden>
        {scale.ticks.map((tick) => (
          <span key={tick} style={{ insetInlineStart: `${scale.at(tick)}%` }}>
            <bdi>{(axis.nameOfTick ?? scale.format)(tick)}</bdi>
          </span>
        ))}
      </div>
      <ValueTable label={label} first={rowName} names={names} rows={written} />
    </figure>
  );
}

type Sign = "point" | "bar" | "mark" | "late";

/** The legend of a `BoxPlot`, for the header of its card. */
export function BoxLegend({ of }: { of: Record<Sign, string> }) {
  return (
    <ul className={css.legend}>
      {(["point", "bar", "mark", "late"] as const).map((sign) => (
        <li key={sign}>
          <i className={css[`${sign}Sign`]} />
          {of[sign]}
        </li>
      ))}
    </ul>
  );
}
