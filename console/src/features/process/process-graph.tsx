import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { Graph } from "@/api/types";

import { type Box, BOX_HEIGHT, layOut, TALL_HEIGHT } from "./graph-layout";
import { stepOf, type Way } from "./way-taken";

const FITS = 18; // characters that fit into a box, also where they are bold
const LONGEST = 21; // characters that fit into it when they are smaller

interface Props {
  graph: Graph;
  way: Way;
  /** What is drawn, where that is no item's way. */
  title?: string;
  /** The second line of each step, by the step's name. */
  figures?: ReadonlyMap<string, StepLine>;
}

export interface StepLine {
  text: string;
  isBottleneck: boolean;
}

/** The process as it is drawn in its definition, with the way that this item took. Reads left to right everywhere. */
export function ProcessGraph({ graph, way, title, figures }: Props) {
  const { t } = useTranslation();
  const { width, height, boxes, lines } = useMemo(
    () => layOut(graph, way, figures ? TALL_HEIGHT : BOX_HEIGHT),
    [graph, way, figures],
  );
  const titleOf = (name: string) => boxes.find((box) => box.name === name)?.title ?? name;
  const passed = [...way.nodes].filter((name) => name !== way.now).map(titleOf);
  const label = title ?? t("work.process.graph", { passed: passed.join(", "), now: titleOf(way.now) });
  const isTaken = (steps: readonly [string, string][]) => steps.some(([from, to]) => way.steps.has(stepOf(from, to)));

  return (
    <svg className="graph" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} direction="ltr">
      {[...lines]
        .sort((one, other) => Number(isTaken(one.steps)) - Number(isTaken(other.steps)))
        .map(({ path, steps }) => (
          <path key={path} d={path} className={isTaken(steps) ? "edge taken" : "edge"} />
        ))}
      {boxes.map((box) => (
        <Node key={box.name} box={box} state={stateOf(box.name, way)} line={figures?.get(box.name)} />
      ))}
    </svg>
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

type State = "now" | "taken" | "";

function stateOf(name: string, way: Way): State {
  if (name === way.now) return "now";
  return way.nodes.has(name) ? "taken" : "";
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
      <text className={[state === "now" ? "in" : state, title.length > FITS && "small"].filter(Boolean).join(" ")} x={centre} y={baseline} textAnchor="middle">
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
