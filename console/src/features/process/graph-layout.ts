import type { Graph } from "@/api/types";

import { type Cell, cornersOf, drawn, type Hop, lanesOf, middle, type Point, portsOf, type Round, roundOf, routeOf, uprightOf, WIDE } from "./routes";
import { stepOf, type Way } from "./way-taken";

export interface Box {
  name: string;
  title: string;
  end: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Line {
  /** The edges that the line stands for: one direction, or both. */
  steps: readonly (readonly [string, string])[];
  path: string;
  /** The line leads only backward. */
  back: boolean;
  middle: Point;
  /** Where its numbers may stand, the best places first. */
  spots: readonly Point[];
  /** Of an arrow: its tip, and which way it points. */
  head?: { tip: Point; along: Point };
}

export interface Layout {
  width: number;
  height: number;
  boxes: Box[];
  lines: Line[];
}

const BOX_HEIGHT = 24;
const GAP = 12; // between two rows, in px
const MARGIN = { start: 8, top: 1 };
const MAIN_WIDTH = 120;
const SIDE = { x: 146, width: 120 };
const WIDTH = 274;

type Place = "main" | "side";
interface Placed extends Box {
  place: Place;
  row: number;
}

/**
 * Layout in two columns: the main path from start to end, and beside it all other steps. Works for any graph of the
 * server; both directions between two steps are one line.
 */
export function layOut({ nodes: all, edges }: Graph, way: Way): Layout {
  const main = mainWay({ nodes: all, edges });
  const nodes = all.filter((node) => main.includes(node.name) || way.nodes.has(node.name) || isReached(node, edges));
  const rest = nodes.filter((node) => !main.includes(node.name));
  const side = [...rest.filter((node) => node.type !== "end"), ...rest.filter((node) => node.type === "end")];
  const rows = Math.max(main.length, side.length);

  const boxes = new Map<string, Placed>();
  for (const node of nodes) {
    const place: Place = main.includes(node.name) ? "main" : "side";
    const row = place === "main" ? main.indexOf(node.name) : rows - side.length + side.indexOf(node);
    const { x, width } = place === "main" ? { x: MARGIN.start, width: MAIN_WIDTH } : SIDE;
    const { name, title } = node;
    boxes.set(name, { name, title, end: node.type === "end", x, y: MARGIN.top + row * (BOX_HEIGHT + GAP), width, height: BOX_HEIGHT, place, row });
  }

  const height = MARGIN.top * 2 + rows * (BOX_HEIGHT + GAP) - GAP;
  return { width: WIDTH, height, boxes: [...boxes.values()], lines: linesOf(edges.filter((edge) => isDrawn(edge, main, way)), boxes) };
}

/** Other starts, and ends that no outcome leads to, are drawn only for processes that went through them. */
function isReached(node: Pick<Graph["nodes"][number], "name" | "type">, edges: Graph["edges"]): boolean {
  return node.type !== "start" && edges.some((edge) => edge.target === node.name);
}

/**
 * Drawing the edges back from every step would make a tangle. Draws only the main path, the path taken, and the edges
 * from the current step.
 */
function isDrawn({ source, target }: Graph["edges"][number], main: readonly string[], way: Way): boolean {
  const step = stepOf(source, target);
  return isOnMain(source, target, main) || source === way.now || way.steps.has(step) || way.undone?.has(step) === true;
}

const isOnMain = (source: string, target: string, main: readonly string[]) =>
  main.includes(source) && main[main.indexOf(source) + 1] === target;

/**
 * The main path from the start to an end, always forward in the order of work. It follows the first outcome of a
 * person's step, and the nearest next step of an automatic one.
 */
function mainWay({ nodes, edges }: Graph): string[] {
  const order = new Map(nodes.map((node, index) => [node.name, index]));
  const placeOf = (name: string) => order.get(name) ?? 0;
  const way: string[] = [];
  let at = (nodes.find((node) => node.type === "start") ?? nodes[0])?.name;
  while (at !== undefined) {
    way.push(at);
    const from = at;
    const forward = edges.filter((edge) => edge.source === from && placeOf(edge.target) > placeOf(from));
    const likely = forward.find((edge) => edge.label !== "");
    const nearest = forward.sort((one, other) => placeOf(one.target) - placeOf(other.target))[0];
    at = (likely ?? nearest)?.target;
  }
  return way;
}

function linesOf(edges: Graph["edges"], boxes: ReadonlyMap<string, Placed>): Line[] {
  const order = [...boxes.keys()];
  const lines = new Map<string, Line>();
  for (const { source, target } of edges) {
    const from = boxes.get(source);
    const to = boxes.get(target);
    if (!from || !to || from === to) continue;
    const key = [source, target].sort().join(" ");
    const known = lines.get(key);
    const steps = [...(known?.steps ?? []), [source, target] as const];
    const back = (known?.back ?? true) && order.indexOf(target) < order.indexOf(source);
    lines.set(key, { path: known?.path ?? pathOf(from, to), steps, back, middle: [0, 0], spots: [] });
  }
  return [...lines.values()];
}

function pathOf(one: Placed, other: Placed): string {
  if (one.place !== other.place) {
    const [main, side] = one.place === "main" ? [one, other] : [other, one];
    return curve(main.x + main.width, middle(main), side.x, middle(side));
  }
  const [upper, lower] = one.row < other.row ? [one, other] : [other, one];
  const centre = upper.x + upper.width / 2;
  if (lower.row - upper.row === 1) return `M${centre} ${upper.y + upper.height}V${lower.y}`;
  return one.place === "main" ? bow(upper.x, middle(upper), middle(lower), -1) : bow(upper.x + upper.width, middle(upper), middle(lower), 1);
}

function curve(x1: number, y1: number, x2: number, y2: number): string {
  const half = (x1 + x2) / 2;
  return `M${x1} ${y1}C${half} ${y1} ${half} ${y2} ${x2} ${y2}`;
}

/** A line around the boxes between two boxes of one column. */
function bow(x: number, y1: number, y2: number, side: -1 | 1): string {
  const out = x + side * 7;
  return `M${x} ${y1}C${out} ${y1} ${out} ${y1 + 6} ${out} ${y1 + 12}V${y2 - 12}C${out} ${y2 - 6} ${out} ${y2} ${x} ${y2}`;
}


const SHARE = 90; // px that a gap between two columns gets at most of what is left: no farther than the eye follows a line
const LETTER = 5.8;

/**
 * The same from left to right: the main way in one line, what leads off it above and below where it leaves it, other
 * ends in the last column. There and back are two lines. The gaps between its columns share the room, and each line
 * that turns in one has a lane there. `noted`: a box has a second line.
 */
export function layOutWide({ nodes: all, edges }: Graph, way: Way, room = 0, noted = false): Layout {
  const main = mainWay({ nodes: all, edges });
  const last = main.length - 1;
  const order = all.map(({ name }) => name);
  const isBack = (source: string, target: string) => order.indexOf(target) < order.indexOf(source);
  const nodes = all.filter(({ name, type }) => main.includes(name) || way.nodes.has(name) || isReached({ name, type }, edges));
  const places = placesOf(nodes, main, edges);
  const isTaken = ([column, row]: Cell) => [...places.values()].some(([x, y]) => x === column && y === row);
  const isEnd = (target: string) => nodes.some(({ name, type }) => type === "end" && name === target);
  /** One way to each step off the main way, and from it on. */
  const isUsual = (source: string, target: string) => {
    if (!main.includes(source)) return main.includes(target) || isEnd(target);
    return main.includes(target) || main.indexOf(source) === leavesAt(target, main, edges);
  };
  const isFirst = ({ source, target }: Graph["edges"][number], index: number) =>
    edges.findIndex((other) => other.source === source && other.target === target) === index;
  const routed = edges.filter(isFirst).flatMap(({ source, target }) => {
    const [from, to] = [places.get(source), places.get(target)];
    const back = isBack(source, target);
    const isShown = isDrawn({ source, target, label: "" }, main, way) || (!back && isUsual(source, target));
    return from && to && from !== to && isShown ? [{ source, target, back, route: routeOf(from, to, back, isTaken, last) }] : [];
  });

  const boxes = boxesOf(nodes, places, gapsOf(last, routed.map(({ route }) => route.gap)), room, noted);
  const boxOf = new Map(boxes.map((box) => [box.name, box]));
  const hops = routed.flatMap(({ source, target, ...hop }): Hop[] => {
    const [from, to] = [boxOf.get(source), boxOf.get(target)];
    return from && to ? [{ ...hop, from, to }] : [];
  });
  const ports = portsOf(hops);
  const lanes = new Map<Hop, number>();
  for (let gap = 0; gap < last; gap += 1) {
    const inColumn = (column: number) => boxes.filter(({ name }) => places.get(name)?.[0] === column);
    const [start, end] = [Math.max(...inColumn(gap).map(({ x, width }) => x + width)), Math.min(...inColumn(gap + 1).map(({ x }) => x))];
    const sorted = lanesOf(hops.filter(({ route }) => route.gap === gap), ports);
    for (const [index, hop] of sorted.entries()) lanes.set(hop, (start + end) / 2 + (index - (sorted.length - 1) / 2) * WIDE.lane);
  }
  const rounds = new Map<Hop, Round>();
  const highOf = ({ from, to }: Hop) => Math.abs(from.y - to.y);
  // what turns first has the outer place at a box
  for (const hop of hops.filter(({ route }) => route.by === "round").sort((one, other) => highOf(one) - highOf(other))) rounds.set(hop, roundOf(hop, boxes, [...rounds.values()]));
  const lines = hops.map((hop): Line => {
    const { from, to, back, route } = hop;
    const steps = [[from.name, to.name]] as const;
    const round = rounds.get(hop);
    if (round) return { steps, back, ...drawn(round.corners) };
    const isPaired = hops.some((other) => other.from === to && other.to === from);
    return { steps, back, ...drawn(route.by === "column" ? uprightOf(hop, isPaired) : cornersOf(hop, ports.get(hop) ?? [0, 0], lanes.get(hop))) };
  });
  const height = Math.max(...boxes.map((box) => box.y + box.height), ...lines.map(({ middle: [, y] }) => y + 7)) + WIDE.edge;
  return { width: Math.max(...boxes.map((box) => box.x + box.width)) + WIDE.edge, height, boxes, lines };
}

/** In which column and row each step stands; the main way is row 0. */
function placesOf(nodes: Graph["nodes"], main: readonly string[], edges: Graph["edges"]): Map<string, Cell> {
  const places = new Map<string, Cell>(main.map((name, index) => [name, [index, 0]]));
  const isFree = ([column, row]: Cell) => ![...places.values()].some(([x, y]) => x === column && y === row);
  for (const { name, type } of nodes) {
    if (places.has(name)) continue;
    const leavesFor = nextOf(name, main, edges);
    const column = type === "end" ? main.length - 1 : (leavesFor ?? columnOf(name, main, edges, nodes));
    const near = (leavesFor !== undefined ? ABOVE : column >= main.length - 2 ? BELOW : AROUND).map(([across, row]): Cell => [column + across, row]);
    places.set(name, near.find((place) => place[0] >= 0 && place[0] < main.length && isFree(place)) ?? [column, places.size]);
  }
  return places;
}

/** How wide each gap is at least. */
function gapsOf(last: number, lanes: readonly (number | undefined)[]): number[] {
  return Array.from({ length: last }, (_, gap) => {
    const number = lanes.filter((lane) => lane === gap).length;
    return number === 0 ? WIDE.gap : WIDE.besideLanes + number * WIDE.lane;
  });
}

function boxesOf(nodes: Graph["nodes"], places: ReadonlyMap<string, Cell>, gaps: readonly number[], room: number, noted: boolean): Box[] {
  const { width: full, least, most, edge, apart } = WIDE;
  const boxHeight = noted ? WIDE.noted : WIDE.height;
  const [columnOfNode, rowOf] = [(name: string) => places.get(name)?.[0] ?? 0, (name: string) => places.get(name)?.[1] ?? 0];
  // what nobody decides has no second line
  const widthOf = ({ title, type }: Graph["nodes"][number]) =>
    Math.min(most, Math.max(type === "task" || type === "hold" ? full : least, Math.ceil(title.length * LETTER) + 2 * edge));
  const widths = [...gaps, 0].map((_, column) => Math.max(0, ...nodes.filter(({ name }) => columnOfNode(name) === column).map(widthOf)));
  const needed = [...widths, ...gaps].reduce((sum, part) => sum + part, 2 * edge);
  const share = Number.isFinite(room) && gaps.length > 0 ? Math.min(SHARE, Math.max(0, Math.floor((room - needed) / gaps.length))) : 0;
  const xOf = (column: number) => widths.slice(0, column).reduce((sum, width, index) => sum + width + (gaps[index] ?? 0) + share, edge);
  const top = Math.min(...[...places.values()].map(([, row]) => row));
  const above = edge + (top === 0 ? apart / 2 : 0); // what leads round a step above the first line
  return nodes.map(({ name, title, type }) => {
    const column = columnOfNode(name);
    return { name, title, end: type === "end", x: xOf(column), y: above + (rowOf(name) - top) * (boxHeight + apart), width: widths[column] ?? full, height: boxHeight };
  });
}

// where a step stands that leads off the main way: no line to it passes another one
const AROUND: readonly Cell[] = [[0, -1], [0, 1], [-1, 1], [-1, -1], [0, -2], [0, 2]];
const ABOVE: readonly Cell[] = [[0, -1], [0, -2], [0, -3]];
const BELOW: readonly Cell[] = [[0, 1], [0, -1], [0, 2], [0, -2]];

/**
 * The index on the main path of the step after the one that leads here, if this step leads on to it: this step is then
 * placed above that one.
 */
function nextOf(name: string, main: readonly string[], edges: Graph["edges"]): number | undefined {
  const next = leavesAt(name, main, edges) + 1;
  return next < main.length - 1 && edges.some(({ source, target }) => source === name && target === main[next]) ? next : undefined;
}

/**
 * The column of a step off the main path: that of the step that leads to it; one column before the end if it leads to
 * another end.
 */
function columnOf(name: string, main: readonly string[], edges: Graph["edges"], nodes: readonly Pick<Graph["nodes"][number], "name" | "type">[]): number {
  const isEnd = (target: string) => nodes.some((node) => node.name === target && node.type === "end" && !main.includes(target));
  return edges.some(({ source, target }) => source === name && isEnd(target)) ? main.length - 2 : leavesAt(name, main, edges);
}

/**
 * The last step of the main path that leads to this one. The step before the end does not count, because it only sends
 * items back.
 */
function leavesAt(name: string, main: readonly string[], edges: Graph["edges"]): number {
  const before = edges.filter(({ target }) => target === name).map(({ source }) => main.indexOf(source));
  return Math.max(0, ...before.filter((index) => index < main.length - 2));
}
