import { scaleLinear, scaleLog } from "d3-scale";

import { formatNumber } from "@/lib/dates";

/** A value axis. `from` and `to` are its limits; without them it covers all values, and a linear axis begins at 0. */
export interface Axis {
  /** A logarithmic axis can show only values above 0; smaller ones are drawn at its beginning. */
  scale?: "linear" | "log";
  from?: number;
  to?: number;
  /** The approximate number of ticks, or the tick values (such as 1 h, 1 d on a logarithmic axis of seconds). */
  ticks?: number | readonly number[];
  format?: (value: number) => string;
  /** The label of a tick, if it differs from the formatted value: `under 1 h`. */
  nameOfTick?: (value: number) => string;
}

export interface Scale {
  /** The position of a value in percent of the plot: 0 at the beginning of the axis, 100 at its end. */
  at: (value: number) => number;
  ticks: readonly number[];
  format: (value: number) => string;
}

const TICKS = 3;

/** The scale of an axis for these values. A logarithmic scale ignores values of 0 and below for its limits. */
export function scaleOf(values: readonly number[], { scale = "linear", from, to, ticks = TICKS, format = formatNumber }: Axis): Scale {
  const count = typeof ticks === "number" ? ticks : ticks.length;
  const isLog = scale === "log";
  const held = isLog ? values.filter((value) => value > 0) : values;
  const low = from ?? (isLog ? Math.min(...held, to ?? Infinity) : Math.min(0, ...held));
  const high = to ?? Math.max(...held, Number.isFinite(low) ? low : 1);
  const begin = Number.isFinite(low) ? low : 1;
  const end = high > begin ? high : begin + (isLog ? 9 * begin : 1);
  const made = (isLog ? scaleLog() : scaleLinear()).domain([begin, end]).range([0, 100]).clamp(true);
  // the axis ends at a tick, so that no value is above the last line
  const [niceBegin = begin, niceEnd = end] = made.copy().nice(count).domain();
  made.domain([from ?? niceBegin, to ?? niceEnd]);
  const [first = begin, last = end] = made.domain();
  return {
    at: (value) => made(isLog && value <= 0 ? first : value),
    ticks: typeof ticks === "number" ? made.ticks(count) : ticks.filter((tick) => tick >= first && tick <= last),
    format,
  };
}
