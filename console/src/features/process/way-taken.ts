import type { Graph, HistoryEntry } from "@/api/types";

export interface Way {
  /** Nodes that the process has been in. */
  nodes: ReadonlySet<string>;
  /** The steps from one to the next. */
  steps: ReadonlySet<string>;
  /** Where it is now, or ended. */
  now: string;
}

export const stepOf = (from: string, to: string): string => `${from} ${to}`;

/** The way that a process took through its graph, by its history; `now` is where it is known to be. */
export function wayTaken({ nodes, edges }: Graph, events: readonly HistoryEntry[], now: string): Way {
  const passed = new Set<string>();
  const steps = new Set<string>();
  const isStep = (name: string) => nodes.find((node) => node.name === name)?.type === "step";
  const targets = (from: string) => edges.filter((edge) => edge.source === from).map((edge) => edge.target);

  /** The path from one node to another through automatic steps, which history may not contain. */
  const between = (from: string, to: string, seen: readonly string[] = [from]): string[] | null => {
    if (targets(from).includes(to)) return [...seen, to];
    const ways = targets(from)
      .filter((next) => isStep(next) && !seen.includes(next))
      .map((next) => between(next, to, [...seen, next]));
    return ways.find((way) => way !== null) ?? null;
  };
  const startOf = (to: string) =>
    nodes.find((node) => node.type === "start" && between(node.name, to))?.name ?? nodes[0]?.name ?? to;

  let at: string | null = null;
  for (const { node, to_node: to } of events) {
    if (!to) continue;
    const from: string = node === "" ? (at ?? startOf(to)) : node;
    const way = between(from, to) ?? [from, to];
    way.forEach((name, index) => {
      passed.add(name);
      const before = way[index - 1];
      if (before !== undefined) steps.add(stepOf(before, name));
    });
    at = to;
  }
  return { nodes: passed, steps, now: at ?? now };
}
