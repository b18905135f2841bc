import type { HistoryEntry } from "@/api/types";

import { type Said, sayingOf } from "../decide/outcome-words";

const BY_CLOCK = ["publish", "confirm"] as const;
const ACTIONS = ["start", "claim", "release", "expire"] as const;

type ByClock = (typeof BY_CLOCK)[number];
type Action = (typeof ACTIONS)[number];

export type Tale = `decided.${Said | "other"}` | `fired.${ByClock | "other"}` | Action | "other";

/** Which sentence of the catalogue tells an entry. An outcome or action that it does not know is told by its label. */
export function taleOf({ action, outcome }: HistoryEntry): Tale {
  if (action === "decide") return `decided.${sayingOf(outcome)}`;
  if (action === "fire") return `fired.${has(BY_CLOCK, outcome) ? outcome : "other"}`;
  return has(ACTIONS, action) ? action : "other";
}

/** The entry that closed a step: a decision, or the end of a hold. */
export function closingOf(events: readonly HistoryEntry[], node: string): HistoryEntry | undefined {
  return events.findLast((entry) => entry.node === node && (entry.action === "decide" || entry.action === "fire"));
}

function has<T extends string>(all: readonly T[], one: string): one is T {
  return (all as readonly string[]).includes(one);
}
