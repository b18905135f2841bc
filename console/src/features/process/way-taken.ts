import type { Graph, HistoryEntry } from "@/api/types";

import { undoneIn } from "./undone";

export interface Way {
  /** The nodes that the process went through. */
  nodes: ReadonlySet<string>;
  /** The edges that the process took, as `stepOf` writes them. */
  steps: ReadonlySet<string>;
  /** The current or the last node. */
  now: string;
  /** Edges of undone decisions, unless another move took them as well. */
  undone?: ReadonlySet<string>;
  /** By edge: the numbers of the moves that took it, as `numbered` counts them. */
  numbers?: ReadonlyMap<string, readonly number[]>;
}

/** The key of the edge between two nodes. */
export const stepOf = (from: string, to: string): string => `${from} ${to}`;

/** The entries that moved the process on, in order: the number of a move is its position among them, from 1. */
export const numbered = (events: readonly HistoryEntry[]): HistoryEntry[] =>
  events.filter(({ action, to_node: to }) => to && action !== "undo");

/**
 * How a graph leads from one node to another through automatic steps, which history may not contain. An empty `from`
 * means a start.
 */
function waysThrough({ nodes, edges }: Graph): (from: string, to: string) => string[] {
  const isStep = (name: string) => nodes.find((node) => node.name === name)?.type === "step";
  const targets = (from: string) => edges.filter((edge) => edge.source === from).map((edge) => edge.target);
  const between = (from: string, to: string, seen: readonly string[] = [from]): string[] | null => {
    if (targets(from).includes(to)) return [...seen, to];
    const ways = targets(from)
      .filter((next) => isStep(next) && !seen.includes(next))
      .map((next) => between(next, to, [...seen, next]));
    return ways.find((way) => way !== null) ?? null;
  };
  const startOf = (to: string) => nodes.find((node) => node.type === "start" && between(node.name, to))?.name ?? nodes[0]?.name ?? to;
  return (from, to) => {
    const begin = from === "" ? startOf(to) : from;
    return between(begin, to) ?? [begin, to];
  };
}

/** The path that a process took through its graph, from its history. `now`: the current node, for an empty history. */
export function wayTaken(graph: Graph, events: readonly HistoryEntry[], now: string): Way {
  const passed = new Set<string>();
  const steps = new Set<string>();
  const dropped = new Set<string>();
  const numbers = new Map<string, number[]>();
  const moves = numbered(events);
  const undone = undoneIn(events);
  const through = waysThrough(graph);
  let at: string | null = null;
  for (const event of events) {
    const { seq, action, node, to_node: to } = event;
    if (!to) continue;
    if (action !== "undo") {
      const way = through(node === "" ? (at ?? "") : node, to);
      const hops = way.slice(1).map((name, index) => stepOf(way[index] ?? "", name));
      if (!undone.has(seq)) way.forEach((name) => passed.add(name));
      hops.forEach((hop) => (undone.has(seq) ? dropped : steps).add(hop));
      const last = hops.at(-1) ?? "";
      numbers.set(last, [...(numbers.get(last) ?? []), moves.indexOf(event) + 1]);
    }
    at = to;
  }
  return { nodes: passed, steps, now: at ?? now, undone: new Set([...dropped].filter((step) => !steps.has(step))), numbers };
}

/**
 * The paths of many processes together: how many moves took each edge; `steps` leaves out edges with less than a
 * fiftieth of the largest number.
 */
export function waysTaken(graph: Graph, edges: readonly { source: string; target: string; number: number }[]): Way & { numbers: ReadonlyMap<string, readonly [number]> } {
  const through = waysThrough(graph);
  const numbers = new Map<string, [number]>();
  for (const { source, target, number } of edges) {
    const way = through(source, target);
    for (const [index, name] of way.slice(1).entries()) {
      const hop = stepOf(way[index] ?? "", name);
      numbers.set(hop, [(numbers.get(hop)?.[0] ?? 0) + number]);
    }
  }
  const most = Math.max(0, ...[...numbers.values()].flat());
  const steps = new Set([...numbers].filter(([, [number]]) => number * FEWEST >= most).map(([hop]) => hop));
  return { nodes: new Set([...steps].flatMap((hop) => hop.split(" "))), steps, now: "", numbers };
}

const FEWEST = 50; // edges with less than a fiftieth are listed in the table, not drawn
