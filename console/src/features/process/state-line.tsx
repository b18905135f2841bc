import { ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Graph, HistoryEntry } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

import { ProcessGraph } from "./process-graph";
import { undoneIn } from "./undone";
import type { Way } from "./way-taken";

interface Props {
  graph: Graph;
  way: Way;
  events: readonly HistoryEntry[];
}

const SHOWN = 3; // the number of past steps shown

/** The state of an item as a line: its last steps, and the usual end. A button shows the whole graph. */
export function StateLine({ graph, way, events }: Props) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const titleOf = (name: string) => graph.nodes.find((node) => node.name === name)?.title ?? name;
  const isEnd = (name: string) => graph.nodes.find((node) => node.name === name)?.type === "end";
  const passed = stepsOf(events, way.now).slice(-SHOWN);
  const end = graph.nodes.find(({ type }) => type === "end");
  const isOver = isEnd(way.now);
  return (
    <div className="stack-s">
      <ol className="state-line">
        {passed.map((name, index) => (
          <Fragment key={`${index} ${name}`}>
            {index > 0 && <Arrow />}
            <li aria-current={index === passed.length - 1 ? "step" : undefined}>{titleOf(name)}</li>
          </Fragment>
        ))}
        {!isOver && end && (
          <>
            <Arrow />
            <li className="dim">{end.title}</li>
          </>
        )}
      </ol>
      <Button size="s" tone="quiet" className="not-paper" aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {t(whole ? "work.process.lineOnly" : "work.process.whole")}
      </Button>
      {whole && <ProcessGraph graph={graph} way={way} />}
    </div>
  );
}

function Arrow() {
  return (
    <li aria-hidden>
      <Icon of={ChevronRight} flip />
    </li>
  );
}

/** The steps that the item went through, ending with `now`; steps of undone decisions are left out. */
function stepsOf(events: readonly HistoryEntry[], now: string): string[] {
  const undone = undoneIn(events);
  const found: string[] = [];
  for (const { seq, action, to_node: to } of events) {
    if (to && action !== "undo" && !undone.has(seq) && found.at(-1) !== to) found.push(to);
  }
  if (found.at(-1) !== now) found.push(now);
  return found;
}
