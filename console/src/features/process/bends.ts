import type { Box, Line } from "./graph-layout";

export type Point = readonly [x: number, y: number];

export const middle = (box: Box): number => box.y + box.height / 2;
export const WIDE = { width: 118, height: 28, noted: 42, across: 150, apart: 34, edge: 8 };
export const BEND = 30; // how far a line past others bends

type Bend = readonly [Point, Point, Point, Point];

/** A curve from one box to another, as four points. What leads back leaves and reaches its boxes beside what leads there. */
export function bendOf(from: Box, to: Box, back: boolean, { isPaired, across, down }: { isPaired: boolean; across: number; down: number }): Bend {
  const [one, other] = [centreOf(from), centreOf(to)];
  if (from.y === to.y && !back && to.x - from.x < 1.5 * across) {
    const [start, end] = [from.x + from.width, to.x];
    return [[start, one[1]], [start + 8, one[1]], [end - 8, one[1]], [end, one[1]]];
  }
  if (from.y === to.y) {
    // past what stands between them: there above, back below
    const [edge, out] = back ? [from.y + from.height, BEND / 0.75] : [from.y, -BEND / 0.75];
    const [start, end] = [one[0], other[0] + (back ? 24 : -24)]; // beside what leads straight up
    return [[start, edge], [start, edge + out], [end, edge + out], [end, edge]];
  }
  const aside = isPaired ? (back ? 18 : -18) : 0;
  if (from.x === to.x && Math.abs(from.y - to.y) > 1.5 * down) {
    // past what stands between them
    const [edge, out] = [from.x + from.width, (WIDE.across - WIDE.width) / 1.5];
    return [[edge, one[1]], [edge + out, one[1]], [edge + out, other[1] - 8], [edge, other[1] - 8]];
  }
  if (from.x === to.x) {
    const [start, end] = from.y < to.y ? [from.y + from.height, to.y] : [from.y, to.y + to.height];
    const half = (start + end) / 2;
    return [[one[0] + aside, start], [one[0] + aside, half], [other[0] + aside, half], [other[0] + aside, end]];
  }
  const [start, end] = from.x < to.x ? [from.x + from.width, to.x] : [from.x, to.x + to.width];
  const half = (start + end) / 2;
  const shift = back ? 6 : 0;
  return [[start, one[1] + shift], [half, one[1] + shift], [half, other[1] + shift], [end, other[1] + shift]];
}

const centreOf = (box: Box): Point => [box.x + box.width / 2, middle(box)];

/** The point of a cubic curve at a part of it. */
function pointOf(bend: Bend, part: number): Point {
  const rest = 1 - part;
  const weights = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3];
  const along = (axis: 0 | 1) => bend.reduce((sum, point, index) => sum + point[axis] * (weights[index] ?? 0), 0);
  return [along(0), along(1)];
}

/** Points of its middle part, from the middle outwards: the numbers of the line stand at one of them. */
export const spotsOf = (bend: Bend): Point[] => PARTS.map((part) => pointOf(bend, part));

const PARTS = Array.from({ length: 25 }, (_, index) => 1 / 2 + (Math.ceil(index / 2) * (index % 2 === 0 ? 1 : -1)) / 40);

const SAMPLES = 40;

/** Whether a curve runs behind one of these boxes. */
export function isBehind(bend: Bend, boxes: readonly Box[]): boolean {
  const points = Array.from({ length: SAMPLES - 1 }, (_, index) => pointOf(bend, (index + 1) / SAMPLES));
  return points.some(([x, y]) => boxes.some((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height));
}

const ASIDE = 36; // from the middle of a box: beside what leads straight up or down
const CORNER = 8;

export interface Round extends Pick<Line, "path" | "middle" | "spots"> {
  /** From here to there, between two rows. */
  across: readonly [number, number];
}

/**
 * Round what stands between two boxes: between two rows, above or below that of the one or the other, where no other
 * line runs if there is such a place; undefined where boxes stand there too.
 */
export function roundOf(from: Box, to: Box, others: readonly Box[], known: readonly Round[]): Round | undefined {
  const right = from.x < to.x ? 1 : -1;
  const [x1, x2] = [centreOf(from)[0] + right * ASIDE, centreOf(to)[0] - right * ASIDE];
  const half = WIDE.apart / 2;
  const between = [to.y - half, to.y + to.height + half, from.y - half, from.y + from.height + half];
  const rows = [0, -CORNER, CORNER].flatMap((beside) => between.map((y) => y + beside));
  const edgeOf = (box: Box, y: number) => (y < box.y ? box.y : box.y + box.height);
  const isClear = (y: number) => {
    const legs = [[x1, edgeOf(from, y), x1, y], [x1, y, x2, y], [x2, y, x2, edgeOf(to, y)]] as const;
    return y > 0 && right * (x2 - x1) > 2 * CORNER && !legs.some((leg) => others.some((box) => meets(leg, box)));
  };
  const across = [Math.min(x1, x2), Math.max(x1, x2)] as const;
  const isFree = (y: number) => !known.some((one) => one.middle[1] === y && one.across[0] < across[1] && across[0] < one.across[1]);
  const y = rows.find((row) => isClear(row) && isFree(row)) ?? rows.find(isClear);
  if (y === undefined) return undefined;
  const [start, end] = [edgeOf(from, y), edgeOf(to, y)];
  const [before, after] = [y + Math.sign(start - y) * CORNER, y + Math.sign(end - y) * CORNER];
  const path = `M${x1} ${start}V${before}Q${x1} ${y} ${x1 + right * CORNER} ${y}H${x2 - right * CORNER}Q${x2} ${y} ${x2} ${after}V${end}`;
  return { path, middle: [(x1 + x2) / 2, y], spots: PARTS.map((part): Point => [x1 + (x2 - x1) * part, y]), across };
}

function meets([x1, y1, x2, y2]: readonly [number, number, number, number], { x, y, width, height }: Rect): boolean {
  const [left, right, top, bottom] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)];
  return right > x && left < x + width && bottom > y && top < y + height;
}

const CLEAR = 10; // px between a number and a line that is not its own
const TAKEN = 1_000;

type Rect = Pick<Box, "x" | "y" | "width" | "height">;

/** Where a label stands on its line: as near to the middle as no box or other label lies, and few lines run. */
export function placeOf(line: Line, { width, height }: { width: number; height: number }, taken: readonly Rect[], lines: readonly Line[]): Rect {
  const others = lines.filter((other) => other !== line).flatMap(({ spots }) => spots);
  const places = line.spots.map(([x, y], index) => {
    const [left, top] = [x - width / 2, y - height / 2];
    const isTaken = taken.some((rect) => meets([left, top, left + width, top + height], rect));
    const crossed = others.filter(([otherX, otherY]) => Math.hypot(otherX - x, otherY - y) < CLEAR).length;
    return { x: left, y: top, width, height, cost: (isTaken ? TAKEN : 0) + crossed + index / line.spots.length };
  });
  return places.reduce((best, place) => (place.cost < best.cost ? place : best));
}
