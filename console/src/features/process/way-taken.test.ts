import { describe, expect, test } from "vitest";

import { anEntry } from "@/testing/desk/factories";
import { GRAPH } from "@/testing/desk/graph";

import { stepOf, wayTaken } from "./way-taken";

const started = anEntry(1, { action: "start", node: "", to_node: "pending" });
const decided = (seq: number, node: string, to: string) => anEntry(seq, { action: "decide", node, to_node: to });

describe("the way that an item took", () => {
  test("leads through the steps that nobody takes by hand, though history does not name them", () => {
    const way = wayTaken(GRAPH, [started], "pending");
    expect([...way.nodes]).toEqual(["received", "screened", "pending"]);
    expect(way.steps).toEqual(new Set([stepOf("received", "screened"), stepOf("screened", "pending")]));
    expect(way.now).toBe("pending");
  });

  test("goes on with each decision, and back where it was taken back", () => {
    const events = [started, anEntry(2), decided(3, "pending", "queued"), decided(4, "queued", "pending")];
    const way = wayTaken(GRAPH, events, "pending");
    expect(way.now).toBe("pending");
    expect(way.steps).toContain(stepOf("pending", "queued"));
    expect(way.steps).toContain(stepOf("queued", "pending"));
  });

  test("does not lead where an undone decision led, and numbers its moves", () => {
    const approved = anEntry(3, { action: "decide", node: "pending", to_node: "queued", outcome: "approve" });
    const undone = anEntry(4, { action: "undo", node: "queued", to_node: "pending", outcome: "approve" });
    const way = wayTaken(GRAPH, [started, approved, undone, decided(5, "pending", "refused")], "refused");
    expect([...way.nodes]).toEqual(["received", "screened", "pending", "refused"]);
    expect(way.undone).toEqual(new Set([stepOf("pending", "queued")]));
    expect(way.numbers).toEqual(new Map([[stepOf("screened", "pending"), [1]], [stepOf("pending", "queued"), [2]], [stepOf("pending", "refused"), [3]]]));
    // the same decision made again counts
    const again = wayTaken(GRAPH, [started, approved, undone, decided(5, "pending", "queued")], "queued");
    expect([[...again.undone ?? []], again.now, again.numbers?.get(stepOf("pending", "queued"))]).toEqual([[], "queued", [2, 3]]);
  });

  test("begins where such a process began", () => {
    const way = wayTaken(GRAPH, [anEntry(1, { action: "start", node: "", to_node: "escalated" })], "escalated");
    expect([...way.nodes]).toEqual(["reinstated", "escalated"]);
  });

  test("is only the present place while the history is on its way", () => {
    expect(wayTaken(GRAPH, [], "queued")).toEqual({ nodes: new Set(), steps: new Set(), now: "queued", undone: new Set(), numbers: new Map() });
  });

  test("through a node that the graph has no more is drawn as it was", () => {
    const way = wayTaken(GRAPH, [started, decided(2, "pending", "abolished")], "pending");
    expect(way.now).toBe("abolished");
    expect(way.steps).toContain(stepOf("pending", "abolished"));
  });
});
