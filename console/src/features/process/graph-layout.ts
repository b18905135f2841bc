import type { Graph } from "@/api/types";

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

interface Line {
  /** The two ways of one line: there, and back where there is a way back. */
  steps: readonly [string, string][];
  path: string;
}

export interface Layout {
  width: number;
  height: number;
  boxes: Box[];
  lines: Line[];
}

export const BOX_HEIGHT = 24;
/** Of a box with a second line. */
export const TALL_HEIGHT = 38;
const GAP = 12; // between two rows
const MARGIN = { start: 8, top: 1 };
const MAIN_WIDTH = 106;
const SIDE = { x: 134, width: 106 };
const WIDTH = 248;

type Place = "main" | "side";
interface Placed extends Box {
  place: Place;
  row: number;
}

/**
 * A process as two columns: the way that most items take from its start to an end, and beside it everything else.
 * Works for any graph that the server sends; there and back is one line.
 */
export function layOut({ nodes: all, edges }: Graph, way: Way, boxHeight = BOX_HEIGHT): Layout {
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
    boxes.set(name, { name, title, end: node.type === "end", x, y: MARGIN.top + row * (boxHeight + GAP), width, height: boxHeight, place, row });
  }

  const height = MARGIN.top * 2 + rows * (boxHeight + GAP) - GAP;
  return { width: WIDTH, height, boxes: [...boxes.values()], lines: linesOf(edges.filter((edge) => isDrawn(edge, main, way)), boxes) };
}

/** Other starts, and ends that no outcome leads to, are drawn for the processes that came through them. */
function isReached(node: Graph["nodes"][number], edges: Graph["edges"]): boolean {
  return node.type !== "start" && edges.some((edge) => edge.target === node.name);
}

/** A process with a return from everywhere to everywhere is a tangle: drawn are its main way, the way taken, and the ways from here. */
function isDrawn({ source, target }: Graph["edges"][number], main: readonly string[], way: Way): boolean {
  const onMain = main.includes(source) && main[main.indexOf(source) + 1] === target;
  return onMain || source === way.now || way.steps.has(stepOf(source, target));
}

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
  const lines = new Map<string, Line>();
  for (const { source, target } of edges) {
    const from = boxes.get(source);
    const to = boxes.get(target);
    if (!from || !to || from === to) continue;
    const key = [source, target].sort().join(" ");
    const known = lines.get(key);
    const step: [string, string] = [source, target];
    lines.set(key, { path: known?.path ?? pathOf(from, to), steps: [...(known?.steps ?? []), step] });
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

const middle = (box: Box): number => box.y + box.height / 2;
