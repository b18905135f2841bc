import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { Graph } from "@/api/types";

import { type Box, BOX_HEIGHT, layOut, layOutWide, type Line, TALL_HEIGHT } from "./graph-layout";
import { stepOf, type Way } from "./way-taken";

const LETTER = 5.8; // px of a character, also where it is bold
const WIDE_SCALE = 1.18; // its words are as large as those beside it, on however wide a page
const LONGEST = 21; // characters that fit into it when they are smaller

interface Props {
  graph: Graph;
  way: Way;
  /** From left to right, with the numbers of its moves: where the page has the width. */
  wide?: boolean;
  /** What is drawn, where that is no item's way. */
  title?: string;
  /** The second line of each step, by the step's name. */
  figures?: ReadonlyMap<string, StepLine>;
  /** How many items took each step, by `stepOf`: a line is as wide as its share. */
  weights?: ReadonlyMap<string, number>;
}

export interface StepLine {
  text: string;
  isBottleneck: boolean;
}

/**
 * The process as it is drawn in its definition, with the way that this item took. Reads left to right everywhere.
 * What leads back is dashed; a way whose decision was undone is dotted, and its steps are not passed.
 */
export function ProcessGraph({ graph, way, wide = false, title, figures, weights }: Props) {
  const { t } = useTranslation();
  const { width, height, boxes, lines } = useMemo(
    () => (wide ? layOutWide(graph, way) : layOut(graph, way, figures ? TALL_HEIGHT : BOX_HEIGHT)),
    [graph, way, wide, figures],
  );
  const titleOf = (name: string) => boxes.find((box) => box.name === name)?.title ?? name;
  const names = (of: readonly string[]) => of.map(titleOf).join(", ");
  const undone = [...(way.undone ?? [])].map((step) => step.split(" ")[1] ?? "").filter((name) => !way.nodes.has(name) && name !== way.now);
  const said = t("work.process.graph", { passed: names([...way.nodes].filter((name) => name !== way.now)), now: titleOf(way.now) });
  const label = title ?? (undone.length > 0 ? `${said}; ${t("work.process.undone", { undone: names(undone) })}` : said);
  const drawn = lines.map((line) => ({ ...line, ...drawnAs(line, way, weights) })).sort((one, other) => one.rank - other.rank);

  return (
    <svg className={wide ? "graph wide-graph" : "graph"} style={wide ? { maxInlineSize: Math.round(width * WIDE_SCALE) } : undefined} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} direction="ltr">
      {drawn.map(({ path, className, thick }) => (
        <path key={path} d={path} className={className} style={thick === undefined ? undefined : { strokeWidth: thick }} />
      ))}
      {boxes.map((box) => (
        <Node key={box.name} box={box} state={stateOf(box.name, way, undone)} line={figures?.get(box.name)} />
      ))}
      {wide && drawn.map(({ path, middle, steps }) => <Numbers key={path} at={middle} of={steps.flatMap(([from, to]) => way.numbers?.get(stepOf(from, to)) ?? [])} />)}
    </svg>
  );
}

const MOST_THICK = 6;

/** How a line looks: what is taken lies above what is not. */
function drawnAs({ steps, back }: Line, way: Way, weights: Props["weights"]) {
  const some = (of: { has: (step: string) => boolean } | undefined) => steps.some(([from, to]) => of?.has(stepOf(from, to)));
  const taken = !way.isOfMany && some(way.steps);
  const undone = !taken && some(way.undone);
  const most = Math.max(1, ...(weights?.values() ?? []));
  const weight = steps.reduce((sum, [from, to]) => sum + (weights?.get(stepOf(from, to)) ?? 0), 0);
  return {
    className: ["edge", back && "back", taken && "taken", undone && "undone"].filter(Boolean).join(" "),
    rank: taken ? 2 : Number(undone),
    thick: weights && (weight > 0 ? 1 + (MOST_THICK - 1) * Math.sqrt(weight / most) : 1),
  };
}

function Numbers({ at: [x, y], of }: { at: Line["middle"]; of: readonly number[] }) {
  if (of.length === 0) return null;
  const text = of.length > 3 ? `${of[0]}, … ${of.at(-1)}` : of.join(", ");
  const width = Math.max(14, 8 + text.length * 5);
  return (
    <g className="number">
      <rect x={x - width / 2} y={y - 7} width={width} height={14} rx={7} />
      <text x={x} y={y + 3} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

/** A title that is longer than its box, broken at the space that is nearest to its middle. */
function TwoLines({ title, x }: { title: string; x: number }) {
  const middle = title.length / 2;
  const spaces = [...title.matchAll(/ /g)].map(({ index }) => index);
  const [space] = spaces.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  if (space === undefined) return title;
  return (
    <>
      <tspan x={x} dy="-5">
        {title.slice(0, space)}
      </tspan>
      <tspan x={x} dy="10">
        {title.slice(space)}
      </tspan>
    </>
  );
}

type State = "now" | "taken" | "undone" | "";

function stateOf(name: string, way: Way, undone: readonly string[]): State {
  if (name === way.now) return "now";
  if (way.nodes.has(name) && !way.isOfMany) return "taken";
  return undone.includes(name) ? "undone" : "";
}

function Node({ box, state, line }: { box: Box; state: State; line: StepLine | undefined }) {
  const { title, x, y, width, height, end } = box;
  const centre = x + width / 2;
  const baseline = y + (line ? 15 : height / 2 + 4);
  return (
    <g>
      <title>{line ? `${title}: ${line.text}` : title}</title>
      <rect
        className={["node", end && "end", state, line?.isBottleneck && "bottleneck"].filter(Boolean).join(" ")}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={end ? height / 2 : 5}
      />
      <text className={[state === "now" ? "in" : state, title.length > width / LETTER && "small"].filter(Boolean).join(" ")} x={centre} y={baseline} textAnchor="middle">
        {title.length <= LONGEST ? title : line ? `${title.slice(0, LONGEST - 1).trimEnd()}…` : <TwoLines title={title} x={centre} />}
      </text>
      {line && (
        <text className="figure" x={centre} y={baseline + 15} textAnchor="middle">
          {line.text}
        </text>
      )}
    </g>
  );
}
