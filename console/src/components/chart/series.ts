import type { Scale } from "./scale";

/** A position on the category axis: a day, a month. */
export interface Category {
  key: string;
  /** The full name, for the tooltip and the table: `Monday 9 November`. */
  label: string;
  /** The label on the axis, such as `Mon 9`; absent if the axis leaves it out. */
  tick?: string;
  /** Today or this month: its bar is in the accent colour, its tick bold. */
  isCurrent?: boolean;
}

/**
 * All lists have one value for each category, in the order of the categories; null means no value and interrupts a
 * line.
 */
export interface Series {
  name: string;
  draw: "bars" | "line";
  values: readonly (number | null)[];
  /**
   * Drawn as a dashed line. Where a measured value exists as well (today), that value is incomplete and drawn as a
   * ring.
   */
  expected?: readonly (number | null)[];
  /** A shaded range of the line, such as `8 of 10`. */
  band?: { name: string; ranges: readonly (readonly [low: number, high: number] | null)[] };
  /** `light` bars are lighter, `dark` ones darker, `accent` lines thicker with round points. */
  tone?: "plain" | "light" | "dark" | "accent";
  /** Uses the axis at the end of the plot, which has its own scale. */
  axis?: "end";
}

export type Place = readonly [x: number, y: number];

/** The middle of a category, in percent of the plot. */
export const middleOf = (index: number, count: number): number => (100 * (index + 0.5)) / count;

/** All values that the axis of these series must cover. With `isStacked`, bars of a category are summed. */
export function valuesOf(of: readonly Series[], isStacked: boolean): number[] {
  const bars = isStacked ? of.filter(({ draw }) => draw === "bars") : [];
  const sums = bars[0]?.values.map((_, index) => bars.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)) ?? [];
  const single = of.flatMap(({ values, expected = [], band }) => [...values, ...expected, ...(band?.ranges.flat() ?? [])]);
  return [...sums, ...single.filter((value) => value !== null)];
}

/** The unbroken segments of a line, in percent of the plot: x from its start, y from its top. */
export function linesOf(values: readonly (number | null)[], scale: Pick<Scale, "at">): Place[][] {
  const parts: Place[][] = [[]];
  values.forEach((value, index) => {
    if (value === null) parts.push([]);
    else parts.at(-1)?.push([middleOf(index, values.length), 100 - scale.at(value)]);
  });
  return parts.filter((part) => part.length > 0);
}

const ALONE = 1; // half the width of a band with one point, in percent of the plot

/** The outline of a band: its upper edge forwards, its lower edge back. One outline for each part without a gap. */
export function bandsOf(ranges: readonly (readonly [number, number] | null)[], scale: Scale): Place[][] {
  const lower = linesOf(ranges.map((range) => range?.[0] ?? null), scale);
  const upper = linesOf(ranges.map((range) => range?.[1] ?? null), scale);
  return upper.map((part, index) => {
    const outline = [...part, ...(lower[index] ?? []).toReversed()];
    // a single point has a band as well
    return part.length > 1 ? outline : outline.flatMap(([x, y], edge): Place[] => (edge === 0 ? [[x - ALONE, y], [x + ALONE, y]] : [[x + ALONE, y], [x - ALONE, y]]));
  });
}

export const pointsOf = (part: readonly Place[]): string => part.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
