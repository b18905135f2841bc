import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Graph } from "@/api/types";

import { GRAPH } from "@/testing/desk/graph";

import { ProcessGraph } from "./process-graph";
import { stepOf } from "./way-taken";

const LONG = "Second decision was right";

function drawn(): string[] {
  const node = (name: string, type: string, title: string) => ({ name, type, title });
  const nodes = [node("begin", "start", "Sampled"), node("end", "end", LONG)];
  const graph = { nodes, edges: [{ source: "begin", target: "end" }] } as unknown as Graph;
  const way = { nodes: new Set<string>(), steps: new Set<string>(), now: "begin" };
  render(<ProcessGraph graph={graph} way={way} />);
  return [...screen.getByRole("img").querySelectorAll("tspan")].map(({ textContent }) => textContent.trim());
}

test("a title that is longer than its box stands there whole, in two lines", () => {
  expect(drawn()).toEqual(["Second decision", "was right"]);
});

test("a way whose decision was undone is dotted, and its step is not passed; what leads back is dashed", () => {
  const way = { nodes: new Set(["received", "screened"]), steps: new Set([stepOf("received", "screened")]), now: "pending", undone: new Set([stepOf("pending", "queued")]) };
  const { container, rerender } = render(<ProcessGraph graph={GRAPH} way={way} wide />);
  expect(screen.getByRole("img", { name: "The process: passed received, screened; now in pending; undone: queued" })).toBeVisible();
  expect(container.querySelectorAll(".edge.undone")).toHaveLength(1);
  expect([...container.querySelectorAll(".node.undone")].map((node) => node.parentElement?.querySelector("title")?.textContent)).toEqual(["queued"]);
  expect(container.querySelectorAll(".node.taken")).toHaveLength(2);
  rerender(<ProcessGraph graph={GRAPH} way={{ ...way, steps: new Set([stepOf("refused", "pending")]) }} wide />);
  expect(container.querySelectorAll(".edge.back.taken")).toHaveLength(1);
  // its head says which way a line leads; in a column, where there and back is one line, there is none
  expect(container.querySelectorAll(".edge > .head")).toHaveLength(container.querySelectorAll(".edge").length);
  rerender(<ProcessGraph graph={GRAPH} way={way} />);
  expect(container.querySelectorAll(".head")).toHaveLength(0);
});
