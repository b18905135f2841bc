import type { Graph } from "@/api/types";

import { BEND, bendOf, isBehind, middle, type Point, type Round, roundOf, spotsOf, WIDE } from "./bends";
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
  /** The two ways of one line: there, and back where there is a way back. */
  steps: readonly (readonly [string, string])[];
  path: string;
  /** It leads back alone. */
  back: boolean;
  middle: Point;
  /** Where its numbers may stand, from its middle outwards. */
  spots: readonly Point[];
}


export interface Layout {
  width: number;
  height: number;
  boxes: Box[];
  lines: Line[];
}

const BOX_HEIGHT = 24;
const GAP = 12; // between two rows
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
 * A process as two columns: the way that most items take from its start to an end, and beside it everything else.
 * Works for any graph that the server sends; there and back is one line.
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

/** Other starts, and ends that no outcome leads to, are drawn for the processes that came through them. */
function isReached(node: Pick<Graph["nodes"][number], "name" | "type">, edges: Graph["edges"]): boolean {
  return node.type !== "start" && edges.some((edge) => edge.target === node.name);
}

/** A process with a return from everywhere to everywhere is a tangle: drawn are its main way, the way taken, and the ways from here. */
function isDrawn({ source, target }: Graph["edges"][number], main: readonly string[], way: Way): boolean {
  const step = stepOf(source, target);
  return isOnMain(source, target, main) || source === way.now || way.steps.has(step) || way.undone?.has(step) === true;
}

const isOnMain = (source: string, target: string, main: readonly string[]) =>
  main.includes(source) && main[main.indexOf(source) + 1] === target;

/**
 * From the start to an end, always forward in the order of work: a person's first outcome is the likely one; a step
 * that nobody takes by hand leads on to what comes next.
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

/** Round the boxes that stand between two of one column. */
function bow(x: number, y1: number, y2: number, side: -1 | 1): string {
  const out = x + side * 7;
  return `M${x} ${y1}C${out} ${y1} ${out} ${y1 + 6} ${out} ${y1 + 12}V${y2 - 12}C${out} ${y2 - 6} ${out} ${y2} ${x} ${y2}`;
}


const FARTHEST = 260; // from one column to the next

/**
 * The same from left to right: the main way in one line, what leads off it above and below where it leaves it, other
 * ends in the last column. There and back are two lines. Its columns share the room. `noted`: a box has a second line.
 */
export function layOutWide({ nodes: all, edges }: Graph, way: Way, room = 0, noted = false): Layout {
  const boxHeight = noted ? WIDE.noted : WIDE.height;
  const down = boxHeight + WIDE.apart;
  const main = mainWay({ nodes: all, edges });
  const shared = Math.floor((room - WIDE.width - 2 * WIDE.edge) / (main.length - 1));
  const across = Number.isFinite(shared) ? Math.min(FARTHEST, Math.max(WIDE.across, shared)) : WIDE.across;
  const order = all.map(({ name }) => name);
  const isBack = (source: string, target: string) => order.indexOf(target) < order.indexOf(source);
  const nodes = all.filter(({ name, type }) => main.includes(name) || way.nodes.has(name) || isReached({ name, type }, edges));
  const places = new Map<string, Point>(main.map((name, index) => [name, [index, 0]]));
  const isFree = ([column, row]: Point) => ![...places.values()].some(([x, y]) => x === column && y === row);
  for (const { name, type } of nodes) {
    if (places.has(name)) continue;
    const leavesFor = nextOf(name, main, edges);
    const column = type === "end" ? main.length - 1 : (leavesFor ?? columnOf(name, main, edges, nodes));
    const near = (leavesFor !== undefined ? ABOVE : column >= main.length - 2 ? BELOW : AROUND).map(([across, row]): Point => [column + across, row]);
    places.set(name, near.find((place) => place[0] >= 0 && place[0] < main.length && isFree(place)) ?? [column, places.size]);
  }
  const top = Math.min(...[...places.values()].map(([, row]) => row));
  const above = WIDE.edge + (top === 0 ? BEND : 0); // what bends above the first line
  const boxes = nodes.map(({ name, title, type }): Box => {
    const [column, row] = places.get(name) ?? [0, 0];
    const { width, edge } = WIDE;
    return { name, title, end: type === "end", x: edge + column * across, y: above + (row - top) * down, width, height: boxHeight };
  });
  /** One way to each step off the main way, and from it on. */
  const isUsual = (source: string, target: string) => {
    if (!main.includes(source)) return main.includes(target) || boxes.some(({ name, end }) => end && name === target);
    return main.includes(target) || main.indexOf(source) === leavesAt(target, main, edges);
  };
  const boxOf = new Map(boxes.map((box) => [box.name, box]));
  const isFirst = ({ source, target }: Graph["edges"][number], index: number) =>
    edges.findIndex((other) => other.source === source && other.target === target) === index;
  const drawn = edges.filter(isFirst).filter(({ source, target }) => isDrawn({ source, target, label: "" }, main, way) || (!isBack(source, target) && isUsual(source, target)));
  const rounds: Round[] = [];
  const lines = drawn.flatMap(({ source, target }): Line[] => {
    const [from, to] = [boxOf.get(source), boxOf.get(target)];
    const back = isBack(source, target);
    if (!from || !to || from === to) return [];
    const isPaired = drawn.some((other) => other.source === target && other.target === source);
    const points = bendOf(from, to, back, { isPaired, across, down });
    const others = boxes.filter((box) => box !== from && box !== to);
    const round = isBehind(points, others) ? roundOf(from, to, others, rounds) : undefined;
    if (round) rounds.push(round);
    const spots = spotsOf(points);
    const bend = { path: `M${points[0].join(" ")}C${points.slice(1).map((point) => point.join(" ")).join(" ")}`, middle: spots[0] ?? points[0], spots };
    const { path, middle, spots: all } = round ?? bend;
    return [{ path, middle, spots: all, steps: [[source, target]], back }];
  });
  const height = Math.max(...boxes.map((box) => box.y + box.height), ...lines.map(({ middle: [, y] }) => y + 7)) + WIDE.edge;
  return { width: (main.length - 1) * across + WIDE.width + 2 * WIDE.edge, height, boxes, lines };
}

// where a step stands that leads off the main way: no line to it passes another one
const AROUND: readonly Point[] = [[0, -1], [0, 1], [-1, 1], [-1, -1], [0, -2], [0, 2]];
const ABOVE: readonly Point[] = [[0, -1], [0, -2], [0, -3]];
const BELOW: readonly Point[] = [[0, 1], [0, -1], [0, 2], [0, -2]];

/** The place on the main way of the step after the one that it leaves, where that is what it leads on to: it stands above that. */
function nextOf(name: string, main: readonly string[], edges: Graph["edges"]): number | undefined {
  const next = leavesAt(name, main, edges) + 1;
  return next < main.length - 1 && edges.some(({ source, target }) => source === name && target === main[next]) ? next : undefined;
}

/** Where it leaves the main way; what leads to another end stands before that. */
function columnOf(name: string, main: readonly string[], edges: Graph["edges"], nodes: readonly Pick<Graph["nodes"][number], "name" | "type">[]): number {
  const isEnd = (target: string) => nodes.some((node) => node.name === target && node.type === "end" && !main.includes(target));
  return edges.some(({ source, target }) => source === name && isEnd(target)) ? main.length - 2 : leavesAt(name, main, edges);
}

/** The last step of the main way that leads to it, but for the one before the end, which sends things back. */
function leavesAt(name: string, main: readonly string[], edges: Graph["edges"]): number {
  const before = edges.filter(({ target }) => target === name).map(({ source }) => main.indexOf(source));
  return Math.max(0, ...before.filter((index) => index < main.length - 2));
}
