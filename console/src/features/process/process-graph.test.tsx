import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Graph } from "@/api/types";

import { ProcessGraph } from "./process-graph";

const LONG = "Second decision was right";

function drawn(figures?: ReadonlyMap<string, { text: string; isBottleneck: boolean }>): string[] {
  const node = (name: string, type: string, title: string) => ({ name, type, title });
  const nodes = [node("begin", "start", "Sampled"), node("end", "end", LONG)];
  const graph = { nodes, edges: [{ source: "begin", target: "end" }] } as unknown as Graph;
  const way = { nodes: new Set<string>(), steps: new Set<string>(), now: "begin" };
  render(<ProcessGraph graph={graph} way={way} {...(figures && { figures })} />);
  return [...screen.getByRole("img").querySelectorAll("tspan")].map(({ textContent }) => textContent.trim());
}

test("a title that is longer than its box stands there whole, in two lines", () => {
  expect(drawn()).toEqual(["Second decision", "was right"]);
});

test("above a figure there is one line: a longer title is cut, and whole under the pointer", () => {
  expect(drawn(new Map([["end", { text: "3 now", isBottleneck: false }]]))).toEqual([]);
  expect(screen.getByText("Second decision was…")).toBeInTheDocument();
  expect(screen.getByText(`${LONG}: 3 now`)).toBeInTheDocument();
});
