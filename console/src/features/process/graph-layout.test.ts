import { describe, expect, test } from "vitest";

import { GRAPH } from "@/testing/desk/graph";

import { type Layout, layOut, layOutWide } from "./graph-layout";
import { stepOf, type Way } from "./way-taken";

const at = (now: string, nodes: string[] = [], steps: string[] = []): Way => ({
  nodes: new Set(nodes),
  steps: new Set(steps),
  now,
});

/** The names of one column, top to bottom. */
function column({ boxes }: Layout, which: "main" | "side"): string[] {
  const left = Math.min(...boxes.map(({ x }) => x));
  return boxes
    .filter(({ x }) => (x === left) === (which === "main"))
    .sort((one, other) => one.y - other.y)
    .map(({ name }) => name);
}
const drawn = (layout: Layout) => layout.lines.flatMap(({ steps }) => steps.map(([from, to]) => stepOf(from, to)));

describe("the picture of a process", () => {
  const layout = layOut(GRAPH, at("pending"));

  test("has the usual way in one column, and all else beside it with the ends last", () => {
    expect(column(layout, "main")).toEqual(["received", "screened", "unverified", "pending", "queued", "published"]);
    expect(column(layout, "side")).toEqual(["investigation", "escalated", "refused", "rejected"]);
  });

  test("leaves out other beginnings and ends that no outcome leads to, unless the item came through them", () => {
    expect(column(layout, "side")).not.toContain("reinstated");
    expect(column(layOut(GRAPH, at("escalated", ["reinstated"])), "side")).toContain("reinstated");
    expect(column(layOut(GRAPH, at("withdrawn", ["withdrawn"])), "side")).toContain("withdrawn");
  });

  test("draws the usual way, the way taken and the ways from here, not every return", () => {
    expect(drawn(layout)).toContain(stepOf("pending", "investigation"));
    expect(drawn(layout)).not.toContain(stepOf("investigation", "queued"));
    const taken = stepOf("refused", "pending");
    expect(drawn(layout)).not.toContain(taken);
    expect(drawn(layOut(GRAPH, at("pending", [], [taken])))).toContain(taken);
  });

  test("makes one line of there and back", () => {
    const both = layOut(GRAPH, at("queued"));
    const line = both.lines.find(({ steps }) => steps.some(([from, to]) => from === "queued" && to === "pending"));
    expect(line?.steps).toHaveLength(2);
  });

  test("puts no two boxes on one place, and all of them inside", () => {
    const places = layout.boxes.map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
    expect(layout.boxes.every(({ x, width, y }) => x >= 0 && x + width <= layout.width && y <= layout.height)).toBe(true);
  });

  test("of a process without any edges is a single column", () => {
    const lone = { nodes: GRAPH.nodes.slice(0, 1), edges: [] };
    expect(layOut(lone, at("received")).boxes).toHaveLength(1);
  });
});

describe("the wide picture", () => {
  test("shares the room among its columns, and no farther than the eye follows a line", () => {
    const ends = (room: number) => {
      const { boxes, lines, width } = layOutWide(GRAPH, at("pending"), room);
      const next = lines.find(({ steps }) => steps.some(([from, to]) => stepOf(from, to) === stepOf("queued", "published")));
      expect(next?.path.match(/[\d.]+ [\d.]+/g)?.every((point, _, all) => point.split(" ")[1] === all[0]?.split(" ")[1])).toBe(true);
      return [width, Math.max(...boxes.map((box) => box.x + box.width)) + 8];
    };
    const [width = 0, end] = ends(1_134);
    expect(end).toBe(width);
    expect(1_134 - width).toBeLessThan(6); // shared in whole px
    expect(width).toBeLessThanOrEqual(1_134);
    expect(ends(0)).toEqual(ends(Infinity));
    expect(ends(9_000)[0]).toBeLessThan(1_500);
  });

  const wide = layOutWide(GRAPH, { ...at("pending", [], [stepOf("refused", "pending")]), undone: new Set([stepOf("queued", "pending")]) });
  const boxOf = (name: string) => wide.boxes.find((box) => box.name === name);

  test("has the usual way in one line from left to right, other ends in the last column, and no two boxes on one place", () => {
    const line = wide.boxes.filter(({ y }) => y === boxOf("pending")?.y);
    expect(line.map(({ name }) => name)).toEqual(["received", "screened", "unverified", "pending", "queued", "published"]);
    expect(boxOf("rejected")?.x).toBe(boxOf("published")?.x);
    expect(boxOf("refused")?.x).toBe(boxOf("queued")?.x);
    // a step that leads to the next step of the main path is above it: no lines cross, and vertical lines are in the
    // middle
    expect(boxOf("investigation")?.x).toBe(boxOf("queued")?.x);
    const up = wide.lines.find(({ steps }) => steps.some(([from, to]) => stepOf(from, to) === stepOf("investigation", "queued")));
    const { x = 0, width = 0 } = boxOf("queued") ?? {};
    expect(up?.middle[0]).toBe(x + width / 2);
    expect(new Set(wide.boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(wide.boxes.length);
    expect(wide.boxes.every(({ x, y, width, height }) => x >= 0 && x + width <= wide.width && y >= 0 && y + height <= wide.height)).toBe(true);
  });

  test("has one way to each step and from it on, dashed ones for the ways back that are known of, and their middles within it", () => {
    expect(drawn(wide)).toEqual(expect.arrayContaining([stepOf("pending", "investigation"), stepOf("investigation", "queued"), stepOf("refused", "rejected")]));
    expect(drawn(wide)).not.toContain(stepOf("screened", "investigation"));
    expect(wide.lines.filter(({ back }) => back).flatMap(({ steps }) => steps.map(([from, to]) => stepOf(from, to)))).toEqual([
      stepOf("queued", "pending"),
      stepOf("refused", "pending"),
    ]);
    expect(wide.lines.every(({ middle: [x, y] }) => x > 0 && x < wide.width && y > 0 && y < wide.height)).toBe(true);
  });

  test("leads round what was not passed, and has one line of each step", () => {
    const edges = [...GRAPH.edges, { source: "investigation", target: "unverified", label: "Return" }, { source: "screened", target: "investigation", label: "" }, { source: "pending", target: "backlog", label: "Backlog" }];
    const [before, after] = [GRAPH.nodes.slice(0, 5), GRAPH.nodes.slice(5)];
    const nodes = [...before, { name: "backlog", title: "Backlog", type: "task" as const, queue: "backlog" }, ...after];
    const { boxes, lines } = layOutWide({ nodes, edges }, at("investigation", ["received", "screened"], [stepOf("screened", "investigation")]), 1_000);
    const linesOf = (step: string) => lines.filter(({ steps }) => steps.some(([from, to]) => stepOf(from, to) === step));
    for (const step of [stepOf("screened", "investigation"), stepOf("investigation", "unverified")]) {
      const [line, ...more] = linesOf(step);
      expect(more).toEqual([]);
      const [, y = 0] = line?.middle ?? [];
      expect(boxes.some((box) => y > box.y && y < box.y + box.height)).toBe(false);
    }
    const [farther = [], nearer = []] = ["investigation", "pending"].map((target) => pointsOf(linesOf(stepOf("screened", target))[0]?.path ?? ""));
    // what turns first stands outside, so that they do not cross
    expect(farther[0]?.[0] ?? 0).toBeLessThan(nearer[0]?.[0] ?? 0);
    expect(linesOf(stepOf("screened", "investigation"))[0]?.middle[1]).not.toBe(linesOf(stepOf("investigation", "unverified"))[0]?.middle[1]);
  });

  test("gives each line its own place at a box and its own lane, and lets none cross another that comes from the same step", () => {
    const more = ["pending escalated", "pending backlog", "investigation pending", "investigation refused", "escalated refused", "refused pending"];
    const edges = [...GRAPH.edges, ...more.map((step) => ({ source: step.split(" ")[0] ?? "", target: step.split(" ")[1] ?? "", label: "" }))];
    const { boxes, lines } = layOutWide({ ...GRAPH, edges }, at("", [], more), 1_000, true);
    const parts = lines.map(({ path, steps, head }) => ({ step: steps[0] ?? ["", ""], points: pointsOf(path), head }));
    for (const { step: [source, target], points, head } of parts) {
      expect(touches(boxes.find(({ name }) => name === source), points[0])).toBe(true);
      expect(touches(boxes.find(({ name }) => name === target), head?.tip)).toBe(true);
    }
    const ends = parts.flatMap(({ points, head }) => [String(points[0]), String(head?.tip)]);
    expect(new Set(ends).size).toBe(ends.length);
    const pairs = parts.flatMap((one, index) => parts.slice(index + 1).map((other) => [one, other] as const));
    for (const [one, other] of pairs) expect(areApart(one.points, other.points), `${one.step.join()} and ${other.step.join()}`).toBe(true);
    const crossing = pairs.filter(([one, other]) => one.step[0] === other.step[0] && cross(one.points, other.points));
    expect(crossing.map(([one, other]) => `${one.step.join()} and ${other.step.join()}`)).toEqual([]);
  });
});

type Point = readonly [number, number];

const pointsOf = (path: string): Point[] => [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

function touches(box: Layout["boxes"][number] | undefined, [x, y]: Point = [0, 0]): boolean {
  if (!box) return false;
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  return x >= box.x && x <= right && y >= box.y && y <= bottom && (x === box.x || x === right || y === box.y || y === bottom);
}

/** Its parts that run up or down (axis 0), or across (axis 1): where, and from there to there. */
const partsOf = (points: readonly Point[], axis: 0 | 1) =>
  points.slice(1).flatMap((point, index) => {
    const before = points[index] ?? point;
    const ends = [before[1 - axis] ?? 0, point[1 - axis] ?? 0];
    return before[axis] === point[axis] ? [{ at: point[axis], from: Math.min(...ends), to: Math.max(...ends) }] : [];
  });

/** No part of one runs along a part of the other. */
const areApart = (one: readonly Point[], other: readonly Point[]) =>
  ([0, 1] as const).every((axis) =>
    partsOf(one, axis).every((part) => partsOf(other, axis).every((beside) => Math.abs(part.at - beside.at) > 5 || part.from >= beside.to || beside.from >= part.to)),
  );

function cross(one: readonly Point[], other: readonly Point[]): boolean {
  const meets = (up: readonly Point[], across: readonly Point[]) =>
    partsOf(up, 0).some((part) => partsOf(across, 1).some(({ at, from, to }) => part.at > from && part.at < to && at > part.from && at < part.to));
  return meets(one, other) || meets(other, one);
}
