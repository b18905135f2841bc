import type { TFunction } from "i18next";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";

import css from "./chart.module.css";
import { type Axis, type Scale, scaleOf } from "./scale";
import { bandsOf, type Category, linesOf, middleOf, pointsOf, type Series, valuesOf } from "./series";
import { Tip, ValueTable } from "./values";
import { usePoints } from "./use-points";

interface Props {
  /** What the chart shows, and of which period: `Reviews and mean rating, twelve months`. */
  label: string;
  /** The header of the table's first column: `Day`. */
  categoryName: string;
  categories: readonly Category[];
  series: readonly Series[];
  /** The value axes; a series uses `start` unless it says `axis: "end"`. */
  axes?: { start?: Axis; end?: Axis };
  /** The height of the plot in px, without the tick labels. The space is reserved from the first render. */
  height?: number;
  /** Bars of several series are stacked, the first at the bottom, instead of drawn behind one another. */
  isStacked?: boolean;
}

/**
 * Bars and lines over one row of categories, with one or two value axes, linear or logarithmic; their legend is
 * `SeriesLegend`. Values are plain numbers in the unit of their axis, whose `format` writes them (default `38,114`).
 * Bars of one category stand behind one another, the later ones in front: give the larger first, or `isStacked`.
 *
 *   <SeriesChart label="…" categoryName="Month" categories={[{ key: "2026-11", label: "November 2026", tick: "Nov", isCurrent: true }]}
 *     series={[{ name: "Published", draw: "bars", values: [22], axis: "end" }, { name: "Rating", draw: "line", values: [4.6], tone: "accent" }]}
 *     axes={{ start: { from: 1, to: 5 } }} />
 */
export function SeriesChart({ label, categoryName, categories, series, axes = {}, height = 180, isStacked = false }: Props) {
  const { t } = useTranslation();
  const onStart = series.filter(({ axis }) => axis !== "end");
  const onEnd = series.filter(({ axis }) => axis === "end");
  const start = scaleOf(valuesOf(onStart, isStacked), axes.start ?? {});
  const end = onEnd.length > 0 ? scaleOf(valuesOf(onEnd, isStacked), axes.end ?? {}) : null;
  const scaleFor = (of: Series): Scale => (of.axis === "end" && end ? end : start);

  const columns = columnsOf(series, scaleFor, t);
  const rows = categories.map(({ key, label: name }, index) => ({ key, label: name, cells: columns.map(({ cell }) => cell(index)) }));
  const names = columns.map(({ name }) => name);
  const current = categories.findIndex(({ isCurrent }) => isCurrent);
  const { at, point, slider } = usePoints({
    label,
    count: categories.length,
    start: Math.max(0, current === -1 ? categories.length - 1 : current),
    textOf: (index) =>
      [categories[index]?.label, ...columns.map(({ name, cell }) => cell(index) && t("chart.value", { name, value: cell(index) }))].filter(Boolean).join(", "),
  });
  const bars = series.filter(({ draw }) => draw === "bars");
  // one colour for one series: if a line has the accent colour, the current bar does not
  const isAccented = series.some(({ tone }) => tone === "accent");
  const lines = series.filter(({ draw }) => draw === "line");
  const shown = at === null ? undefined : rows[at];

  return (
    <figure className={css.chart} style={gutters(start, end)}>
      <div className={css.plot} style={{ blockSize: height }} {...slider}>
        <Ticks of={start} side={css.start} />
        {end && <Ticks of={end} side={css.end} />}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {start.ticks.map((tick) => (
            <line key={tick} className={css.grid} x1={0} x2={100} y1={100 - start.at(tick)} y2={100 - start.at(tick)} />
          ))}
        </svg>
        <div className={css.columns}>
          {categories.map(({ key, isCurrent }, index) => (
            <div key={key} className={css.column} data-shown={index === at || undefined} {...point(index)}>
              <Bars at={index} bars={bars} scaleFor={scaleFor} isStacked={isStacked} isCurrent={isCurrent === true && !isAccented} />
            </div>
          ))}
        </div>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {lines.map((line) => (
            <Line key={line.name} of={line} scale={scaleFor(line)} />
          ))}
        </svg>
        {lines.map((line) => (
          <Dots key={line.name} of={line} scale={scaleFor(line)} shown={at} />
        ))}
        {shown && at !== null && <Tip title={shown.label} names={names} values={shown.cells} x={middleOf(at, categories.length)} />}
      </div>
      <div className={css.axis} aria-hidden>
        {categories.map(({ key, tick, isCurrent }, index) =>
          tick === undefined ? null : (
            <span key={key} className={isCurrent ? css.current : undefined} style={{ insetInlineStart: `${middleOf(index, categories.length)}%` }}>
              <bdi>{tick}</bdi>
            </span>
          ),
        )}
      </div>
      <ValueTable label={label} first={categoryName} names={names} rows={rows} />
    </figure>
  );
}

interface Column {
  name: string;
  cell: (at: number) => string;
}

/** The columns of the table, also the lines of a tooltip: each series, its expected value, its band. */
function columnsOf(series: readonly Series[], scaleFor: (of: Series) => Scale, t: TFunction): Column[] {
  return series.flatMap((of) => {
    const { format } = scaleFor(of);
    const written = (value: number | null | undefined) => (typeof value === "number" ? format(value) : "");
    const { name, values, expected, band } = of;
    return [
      { name, cell: (at: number) => written(values[at]) },
      ...(expected ? [{ name: t("chart.expected", { name }), cell: (at: number) => written(expected[at]) }] : []),
      ...(band
        ? [
            {
              name: band.name,
              cell: (at: number) => {
                const range = band.ranges[at];
                return range ? t("chart.range", { low: format(range[0]), high: format(range[1]) }) : "";
              },
            },
          ]
        : []),
    ];
  });
}

function Ticks({ of: scale, side }: { of: Scale; side: string | undefined }) {
  return scale.ticks.map((tick) => (
    <b key={tick} className={side} style={{ insetBlockEnd: `${scale.at(tick)}%` }} aria-hidden>
      <bdi>{scale.format(tick)}</bdi>
    </b>
  ));
}

interface BarsProps {
  at: number;
  bars: readonly Series[];
  scaleFor: (of: Series) => Scale;
  isStacked: boolean;
  isCurrent: boolean;
}

function Bars({ at, bars, scaleFor, isStacked, isCurrent }: BarsProps) {
  let foot = 0;
  return bars.flatMap(({ name, tone = "plain", ...of }) => {
    const series: Series = { name, tone, ...of };
    const scale = scaleFor(series);
    const [value, expected] = [series.values[at], series.expected?.[at]];
    const from = isStacked ? scale.at(foot) : 0;
    const to = typeof value === "number" ? scale.at((isStacked ? foot : 0) + value) : from;
    if (isStacked) foot += value ?? 0;
    const tones = [css.bar, css[tone], isCurrent && tone === "plain" && css.now];
    return [
      typeof expected === "number" && <i key={`${name}-expected`} className={`${css.bar} ${css.ahead}`} style={{ blockSize: `${scale.at(expected)}%` }} />,
      to > from && <i key={name} className={tones.filter(Boolean).join(" ")} style={{ insetBlockEnd: `${from}%`, blockSize: `${to - from}%` }} />,
    ];
  });
}

function Line({ of, scale }: { of: Series; scale: Scale }) {
  const tone = of.tone === "accent" ? css.accent : undefined;
  return (
    <g className={tone}>
      {of.band && bandsOf(of.band.ranges, scale).map((band) => <polygon key={pointsOf(band)} points={pointsOf(band)} />)}
      {linesOf(of.values, scale).map((part) => (
        <polyline key={pointsOf(part)} points={pointsOf(part)} />
      ))}
      {linesOf(of.expected ?? [], scale).map((part) => (
        <polyline key={pointsOf(part)} className={css.dashed} points={pointsOf(part)} />
      ))}
    </g>
  );
}

/** Points: where a line has no neighbours, where a measured value has an expected one beside it, and at the tooltip. */
function Dots({ of, scale, shown }: { of: Series; scale: Scale; shown: number | null }) {
  const { values, expected = [] } = of;
  const has = (index: number) => typeof values[index] === "number" && typeof expected[index] !== "number";
  return values.map((value, index) =>
    value !== null && (index === shown || !has(index) || of.tone === "accent" || !(has(index - 1) || has(index + 1))) ? (
      <i
        key={index}
        className={[css.dot, of.tone === "accent" && css.accent].filter(Boolean).join(" ")}
        style={{ insetInlineStart: `${middleOf(index, values.length)}%`, insetBlockEnd: `${scale.at(value)}%` }}
      />
    ) : null,
  );
}

/** The space for the tick labels, as wide as the longest. */
function gutters(start: Scale, end: Scale | null): CSSProperties {
  const width = (scale: Scale) => `calc(${Math.max(0, ...scale.ticks.map((tick) => scale.format(tick).length))}ch + var(--s-2))`;
  return { "--gutter-start": width(start), "--gutter-end": end ? width(end) : "0px" } as CSSProperties;
}
