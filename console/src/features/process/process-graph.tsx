import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { Graph } from "@/api/types";
import { useRoom } from "@/components/table/use-fit";
import { formatNumber } from "@/lib/dates";

import { type Box, layOut, layOutWide, type Line } from "./graph-layout";
import { HEAD, placeOf } from "./routes";
import { stepOf, type Way } from "./way-taken";

const LETTER = 5.8; // px per character, also in bold
const BASE_FONT_PX = 16;
const WIDE_SCALE = 1.18; // so that its text has the size of the text beside it, however wide the page is
const LONGEST = 23; // characters that fit into a box in the smaller size

interface Props {
  graph: Graph;
  way: Way;
  /** Left to right over the full width, with the numbers of the moves; for pages with enough space. */
  wide?: boolean;
  /** For many processes instead of one: the second line of each step, and the bottleneck. */
  figures?: { notes: ReadonlyMap<string, string>; bottleneck?: string };
}

const THICKEST = 5; // px, the width of the line that most items took

/**
 * The graph of a process definition with the path that this item took; with `figures`, a line is the wider the more
 * items took it. Always left to right. Backward lines are dashed; a path whose decision was undone is dotted, and its
 * steps do not count as passed.
 */
export function ProcessGraph({ graph, way, wide = false, figures }: Props) {
  const { t } = useTranslation();
  const [room, measure] = useRoom();
  const { width, height, boxes, lines } = useMemo(() => (wide ? layOutWide(graph, way, room / WIDE_SCALE, figures !== undefined) : layOut(graph, way)), [graph, way, wide, room, figures]);
  const titleOf = (name: string) => boxes.find((box) => box.name === name)?.title ?? name;
  const names = (of: readonly string[]) => of.map(titleOf).join(", ");
  const undone = [...(way.undone ?? [])].map((step) => step.split(" ")[1] ?? "").filter((name) => !way.nodes.has(name) && name !== way.now);
  const said = t("work.process.graph", { passed: names([...way.nodes].filter((name) => name !== way.now)), now: titleOf(way.now) });
  const isSmall = boxes.some(({ title, width: room }) => title.length > room / LETTER); // all names have one size
  const most = Math.max(1, ...[...(way.numbers?.values() ?? [])].flat());
  const numbersOf = ({ steps }: Line) => steps.flatMap(([from, to]) => way.numbers?.get(stepOf(from, to)) ?? []);
  const widthOf = (line: Line) => (figures ? { strokeWidth: 1 + ((THICKEST - 1) * (numbersOf(line)[0] ?? 0)) / most } : undefined);
  const label = figures ? t("processes.graph") : undone.length > 0 ? `${said}; ${t("work.process.undone", { undone: names(undone) })}` : said;
  const drawn = lines.map((line) => ({ ...line, ...drawnAs(line, way), style: widthOf(line), numbers: numbersOf(line) })).sort((one, other) => one.rank - other.rank);

  const picture = (
    <svg className={["graph", wide && "wide-graph", figures && "weighed"].filter(Boolean).join(" ")} style={wide ? { maxInlineSize: `${(width * WIDE_SCALE) / BASE_FONT_PX}rem` } : undefined} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} direction="ltr">
      {drawn.map(({ path, className, style, head }) => (
        <g key={path} className={className}>
          <path d={path} style={style} />
          {head && <path d={headOf(head, style?.strokeWidth ?? 1)} className="head" />}
        </g>
      ))}
      {boxes.map((box) => (
        <Node key={box.name} box={box} isSmall={isSmall} state={figures?.bottleneck === box.name ? "bottleneck" : stateOf(box.name, way, undone)} note={figures?.notes.get(box.name)} />
      ))}
      {wide && placed(drawn, boxes).map(({ path, ...label }) => <Numbers key={path} {...label} />)}
    </svg>
  );
  return wide ? <div ref={measure}>{picture}</div> : picture;
}

/** The classes of a line, and its rank: taken lines are drawn above the others. */
function drawnAs({ steps, back }: Line, way: Way) {
  const some = (of: { has: (step: string) => boolean } | undefined) => steps.some(([from, to]) => of?.has(stepOf(from, to)));
  const taken = some(way.steps);
  const undone = !taken && some(way.undone);
  return {
    className: ["edge", back && "back", taken && "taken", undone && "undone"].filter(Boolean).join(" "),
    rank: taken ? 2 : Number(undone),
  };
}

/** The head of an arrow, wider than its line. */
function headOf({ tip: [x, y], along: [right, down] }: NonNullable<Line["head"]>, width: number): string {
  const [backX, backY, half] = [x - HEAD * right, y - HEAD * down, 2 + width / 2 + 0.5];
  return `M${x} ${y}L${backX + half * down} ${backY + half * right}L${backX - half * down} ${backY - half * right}Z`;
}

type Label = ReturnType<typeof placeOf> & { path: string; text: string };

/** Places each number on its line; larger numbers choose first. */
function placed(lines: readonly (Line & { numbers: readonly number[] })[], boxes: readonly Box[]): Label[] {
  const labels: Label[] = [];
  const clear = boxes.map(({ x, width, ...box }) => ({ ...box, x: x - HEAD - 1, width: width + 2 * (HEAD + 1) })); // heads stand beside boxes
  for (const line of lines.toSorted((one, other) => (other.numbers[0] ?? 0) - (one.numbers[0] ?? 0))) {
    const { path, numbers } = line;
    if (numbers.length === 0) continue;
    const text = numbers.length > 3 ? `${numbers[0]}, … ${numbers.at(-1)}` : numbers.map(formatNumber).join(", ");
    labels.push({ ...placeOf(line, { width: Math.max(14, 8 + text.length * 5), height: 14 }, [...clear, ...labels], lines), path, text });
  }
  return labels;
}

function Numbers({ x, y, width, height, text }: Omit<Label, "path">) {
  return (
    <g className="number">
      <rect x={x} y={y} width={width} height={height} rx={7} />
      <text x={x + width / 2} y={y + 10} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

/** A title that is longer than its box, broken at the space nearest to the middle. */
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

type State = "now" | "taken" | "undone" | "bottleneck" | "";

function stateOf(name: string, way: Way, undone: readonly string[]): State {
  if (name === way.now) return "now";
  if (way.nodes.has(name)) return "taken";
  return undone.includes(name) ? "undone" : "";
}

function Node({ box, isSmall, state, note }: { box: Box; isSmall: boolean; state: State; note: string | undefined }) {
  const { title, x, y, width, height, end } = box;
  const centre = x + width / 2;
  return (
    <g>
      <title>{title}</title>
      <rect
        className={["node", end && "end", state].filter(Boolean).join(" ")}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={end ? height / 2 : 5}
      />
      <text className={[state === "now" ? "in" : state, isSmall && "small"].filter(Boolean).join(" ")} x={centre} y={y + height / 2 + (note ? -3 : 4)} textAnchor="middle">
        {title.length <= LONGEST || note ? title : <TwoLines title={title} x={centre} />}
      </text>
      {note && (
        <text className="note" x={centre} y={y + height / 2 + 12} textAnchor="middle">
          {note}
        </text>
      )}
    </g>
  );
}
