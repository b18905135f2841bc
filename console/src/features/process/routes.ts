import type { Box, Line } from "./graph-layout";

export type Point = readonly [x: number, y: number];
export type Cell = readonly [column: number, row: number];
type Side = 1 | -1; // of a box: right, left

export const middle = (box: Box): number => box.y + box.height / 2;
export const WIDE = { width: 118, least: 84, most: 152, height: 28, noted: 48, apart: 30, edge: 8, gap: 36, lane: 12, besideLanes: 48 };
export const HEAD = 6; // px of the head of an arrow
const PORT = 8; // px from one line at a box to the next
const CORNER = 8;

/** How a line leads from one box to another. */
export interface Route {
  /** Straight on, straight up or down, in a lane between two columns, or round what stands between. */
  by: "line" | "column" | "lane" | "round";
  /** After which column its lane runs. */
  gap?: number;
  /** Which sides of its two boxes it touches, where it touches sides. */
  sides?: readonly [Side, Side];
}

export function routeOf([fromColumn, fromRow]: Cell, [column, row]: Cell, back: boolean, isTaken: (cell: Cell) => boolean, last: number): Route {
  const side: Side = column > fromColumn ? 1 : -1;
  const isRowClear = (y: number) => between(fromColumn, column).every((x) => !isTaken([x, y]));
  if (fromRow === row) return Math.abs(column - fromColumn) === 1 && !back ? { by: "line", sides: [side, -side as Side] } : { by: "round" };
  if (fromColumn === column) {
    if (last === 0 || between(fromRow, row).every((y) => !isTaken([column, y]))) return { by: "column" };
    return column < last ? { by: "lane", gap: column, sides: [1, 1] } : { by: "lane", gap: column - 1, sides: [-1, -1] };
  }
  const sides = [side, -side as Side] as const;
  const [first, second] = side === 1 ? [fromColumn, column - 1] : [fromColumn - 1, column];
  if (isRowClear(row)) return { by: "lane", gap: first, sides };
  return isRowClear(fromRow) ? { by: "lane", gap: second, sides } : { by: "round" };
}

const between = (one: number, other: number) => Array.from({ length: Math.max(0, Math.abs(other - one) - 1) }, (_, index) => Math.min(one, other) + 1 + index);

export interface Hop {
  from: Box;
  to: Box;
  back: boolean;
  route: Route;
}

type Ports = ReadonlyMap<Hop, readonly [number, number]>;

/** The heights at which each line leaves and reaches its boxes: apart, in the order of what stands at the other ends, with what leads straight on in the middle. */
export function portsOf(hops: readonly Hop[]): Ports {
  const ports = new Map(hops.map((hop) => [hop, [middle(hop.from), middle(hop.to)] as [number, number]]));
  const ends = hops.flatMap((hop) => ([0, 1] as const).flatMap((end) => (hop.route.sides ? [{ hop, end, key: `${hop.route.sides[end]} ${(end === 0 ? hop.from : hop.to).name}` }] : [])));
  for (const side of new Set(ends.map(({ key }) => key))) {
    const sorted = ends.filter(({ key }) => key === side).sort((one, other) => rankOf(one) - rankOf(other));
    const straight = sorted.findIndex(({ hop }) => hop.route.by === "line");
    const centre = straight === -1 ? (sorted.length - 1) / 2 : straight;
    for (const [index, { hop, end }] of sorted.entries()) {
      const room = (end === 0 ? hop.from : hop.to).height / 2 - 4;
      const port = ports.get(hop);
      if (port) port[end] += (index - centre) * Math.min(PORT, room / Math.max(centre, sorted.length - 1 - centre, 1));
    }
  }
  return ports;
}

const FAR = 10_000;

/** From top to bottom, so that no two cross on their way to their lanes: what turns back to its own column lies outside. */
function rankOf({ hop: { from, to, back, route }, end }: { hop: Hop; end: 0 | 1 }): number {
  const away = (end === 0 ? 1 : -1) * (middle(to) - middle(from));
  return (route.sides?.[0] === route.sides?.[1] ? Math.sign(away) * FAR - away : away) + (back ? 0.5 : 0);
}

/** The lines of one gap from left to right, in an order in which few of them cross. */
export function lanesOf(hops: readonly Hop[], ports: Ports): Hop[] {
  const endsOf = (hop: Hop, side: Side) => (ports.get(hop) ?? []).filter((_, end) => hop.route.sides?.[end] === side);
  const isWithin = (y: number, hop: Hop) => y >= Math.min(...(ports.get(hop) ?? [])) && y <= Math.max(...(ports.get(hop) ?? []));
  const crossings = (left: Hop, right: Hop) =>
    endsOf(right, 1).filter((y) => isWithin(y, left)).length + endsOf(left, -1).filter((y) => isWithin(y, right)).length;
  const lanes: Hop[] = [];
  for (const hop of hops) {
    const costs = Array.from({ length: lanes.length + 1 }, (_, place) =>
      lanes.reduce((sum, other, index) => sum + (index < place ? crossings(other, hop) : crossings(hop, other)), 0),
    );
    lanes.splice(costs.indexOf(Math.min(...costs)), 0, hop);
  }
  return lanes;
}

/** Its corners, in a lane at `x`. */
export function cornersOf({ from, to, route: { sides } }: Hop, [start, end]: readonly [number, number], x?: number): Point[] {
  const edges = [edgeOf(from, sides?.[0]), edgeOf(to, sides?.[1])] as const;
  const turns: Point[] = x === undefined ? [] : [[x, start], [x, end]];
  return [[edges[0], start], ...turns, [edges[1], end]];
}

const edgeOf = (box: Box, side: Side | undefined) => (side === 1 ? box.x + box.width : box.x);

/** Straight up or down; `aside`: there and back are two lines. */
export function uprightOf({ from, to, back }: Hop, isPaired: boolean): Point[] {
  const x = from.x + from.width / 2 + (isPaired ? (back ? 18 : -18) : 0);
  return from.y < to.y ? [[x, from.y + from.height], [x, to.y]] : [[x, from.y], [x, to.y + to.height]];
}

const ASIDE = 32; // from the middle of a box: beside what leads straight up or down

export interface Round {
  corners: Point[];
  y: number;
  /** From here to there, between two rows. */
  across: readonly [number, number];
}

/**
 * Round what stands between two boxes: between two rows, what leads there above and what leads back below, where no box
 * stands, and no other line runs if there is such a place.
 */
export function roundOf({ from, to, back }: Hop, boxes: readonly Box[], known: readonly Round[]): Round {
  const others = boxes.filter((box) => box !== from && box !== to);
  const right = from.x < to.x ? 1 : -1;
  const half = WIDE.apart / 2;
  const [above, below] = [[to.y - half, from.y - half], [to.y + to.height + half, from.y + from.height + half]];
  const rows = [0, -CORNER, CORNER].flatMap((beside) => (back ? [...below, ...above] : [...above, ...below]).map((y) => y + beside));
  const taken = known.flatMap(({ corners }) => [String(corners[0]), String(corners.at(-1))]);
  const legOf = (box: Box, side: number, y: number): Point => {
    const ends = [ASIDE, ASIDE - PORT, ASIDE - 2 * PORT].map((aside): Point => [box.x + box.width / 2 + side * aside, y < box.y ? box.y : box.y + box.height]);
    return ends.find((end) => !taken.includes(String(end))) ?? ends[0] ?? [box.x, box.y];
  };
  const cornersAt = (y: number): Point[] => {
    const [start, end] = [legOf(from, right, y), legOf(to, -right, y)];
    return [start, [start[0], y], [end[0], y], end];
  };
  const across = [Math.min(from.x, to.x), Math.max(from.x + from.width, to.x + to.width)] as const;
  const isClear = (y: number) => y > 0 && !segmentsOf(cornersAt(y)).some((leg) => others.some((box) => meets(leg, box)));
  const isFree = (y: number) => !known.some((one) => one.y === y && one.across[0] < across[1] && across[0] < one.across[1]);
  const y = rows.find((row) => isClear(row) && isFree(row)) ?? rows.find(isClear) ?? rows[0] ?? 0;
  return { corners: cornersAt(y), y, across };
}

type Segment = readonly [Point, Point];

const segmentsOf = (corners: readonly Point[]): Segment[] => corners.slice(1).map((corner, index) => [corners[index] ?? corner, corner]);
const lengthOf = ([one, other]: Segment) => Math.hypot(other[0] - one[0], other[1] - one[1]);
const towards = ([[x, y], [toX, toY]]: Segment, length: number): Point => {
  const part = length / (lengthOf([[x, y], [toX, toY]]) || 1);
  return [x + (toX - x) * part, y + (toY - y) * part];
};

/** As it is drawn: rounded corners, up to the head of its arrow. */
export function drawn(corners: readonly Point[]): Pick<Line, "path" | "head" | "middle" | "spots"> {
  const segments = segmentsOf(corners);
  const parts = segments.map((segment, index) => {
    const length = lengthOf(segment);
    const next = segments[index + 1];
    if (!next) return `L${towards(segment, length - HEAD + 1).join(" ")}`;
    const corner = Math.min(CORNER, length / 2, lengthOf(next) / 2);
    return `L${towards(segment, length - corner).join(" ")}Q${segment[1].join(" ")} ${towards(next, corner).join(" ")}`;
  });
  const [last] = segments.slice(-1);
  const [from, tip] = last ?? [[0, 0], [0, 0]];
  const spots = spotsOf(segments);
  return { path: `M${corners[0]?.join(" ")}${parts.join("")}`, head: { tip, along: [Math.sign(tip[0] - from[0]), Math.sign(tip[1] - from[1])] }, middle: spots[0] ?? tip, spots };
}

const SPOT = 5; // px from one place of a label to the next

/** Points of a line, each part from its middle outwards, the longest that runs across first: its numbers stand at one of them. */
function spotsOf(segments: readonly Segment[]): Point[] {
  const isAcross = ([one, other]: Segment) => one[1] === other[1];
  const sorted = segments.toSorted((one, other) => Number(isAcross(other)) - Number(isAcross(one)) || lengthOf(other) - lengthOf(one));
  return sorted.flatMap((segment) => {
    const half = Math.floor(lengthOf(segment) / 2 / SPOT);
    return Array.from({ length: 2 * half + 1 }, (_, index) => towards(segment, lengthOf(segment) / 2 + SPOT * Math.ceil(index / 2) * (index % 2 === 0 ? 1 : -1)));
  });
}

function meets([one, other]: Segment, { x, y, width, height }: Rect): boolean {
  const [left, right, top, bottom] = [Math.min(one[0], other[0]), Math.max(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[1], other[1])];
  return right > x && left < x + width && bottom > y && top < y + height;
}

const CLEAR = 10; // px between a number and a line that is not its own
const TAKEN = 1_000;

type Rect = Pick<Box, "x" | "y" | "width" | "height">;

/** Where a label stands on its line: where no box, head or other label lies, and few lines run. */
export function placeOf(line: Line, { width, height }: { width: number; height: number }, taken: readonly Rect[], lines: readonly Line[]): Rect {
  const others = lines.filter((other) => other !== line).flatMap(({ spots }) => spots);
  const places = line.spots.map(([x, y], index) => {
    const [left, top] = [x - width / 2, y - height / 2];
    const isTaken = taken.some((rect) => meets([[left, top], [left + width, top + height]], rect));
    const crossed = others.filter(([otherX, otherY]) => Math.hypot(otherX - x, otherY - y) < CLEAR).length;
    return { x: left, y: top, width, height, cost: (isTaken ? TAKEN : 0) + crossed + index / line.spots.length };
  });
  return places.reduce((best, place) => (place.cost < best.cost ? place : best));
}
