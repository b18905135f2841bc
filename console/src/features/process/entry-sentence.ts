import type { Graph, HistoryEntry, Person } from "@/api/types";
import { type Said, sayingOf } from "@/features/tasks/outcome-words";

const BY_CLOCK = ["publish", "confirm", "verify"] as const;
/** Events from outside that move a ticket or a testimonial. */
const FROM_OUTSIDE = ["client_replies", "answered_elsewhere", "readable", "unreadable"] as const;
/** The target steps of automatic outcomes that have their own sentences; other targets are named by their titles. */
const BY_CLOCK_TO = { publish: "published", confirm: "rejected", verify: "pending" } as const;
export const ACTIONS = [
  "start",
  "claim",
  "release",
  "expire",
  "skip",
  "snooze",
  "wake",
  "note",
  "take_over",
  "assign",
  "unassign",
  "reinstate",
  "override",
  "withdraw",
  "vouch",
  "amend",
  "screen",
  "reveal",
  "close",
  "revise",
  "statement",
  "mail",
  "undo",
  "message",
  "merge",
  "link",
  "unlink",
  "consent",
] as const;

type ByClock = (typeof BY_CLOCK)[number];
type Action = (typeof ACTIONS)[number];

type Sentence =
  | `decided.${Said | "other"}`
  | `fired.${ByClock | (typeof FROM_OUTSIDE)[number] | "other"}`
  | Action
  | "drawn"
  | "added"
  | "noteTo"
  | "take_overFrom"
  | "assignSelf"
  | "assignYourself"
  | "unassignFrom"
  | "wakeByClock"
  | "asked"
  | "reviseByAuthor"
  | "amendStars"
  | "consentBySource"
  | "consentDay"
  | "consentDayBySource"
  | "closeMerged"
  | "mailAgain"
  | "reinstateByClient"
  | "other";

/**
 * The key of the sentence for an entry, as `reader` sees it. Unknown outcomes and actions are shown by their labels.
 */
export function sentenceOf(entry: HistoryEntry, reader: number | null): Sentence {
  const { action, outcome, actor, to_node: to } = entry;
  if (action === "decide") return `decided.${sayingOf(outcome)}`;
  if (action === "start" && entry.to_node === "second_look") return "drawn";
  if (action === "fire" && has(FROM_OUTSIDE, outcome)) return `fired.${outcome}`;
  if (action === "fire") return `fired.${has(BY_CLOCK, outcome) && BY_CLOCK_TO[outcome] === to ? outcome : "other"}`;
  if (action === "start" && "ground" in entry.data) return "asked";
  if (action === "start" && actor) return "added";
  if (action === "note" && (otherPerson(entry)?.id ?? actor?.id) !== actor?.id) return "noteTo";
  if (action === "take_over" && otherPerson(entry)) return "take_overFrom";
  if (action === "assign" && otherPerson(entry)?.id === actor?.id) return actor?.id === reader ? "assignYourself" : "assignSelf";
  if (action === "unassign" && otherPerson(entry)?.id !== actor?.id) return "unassignFrom";
  if (action === "revise" && !actor) return "reviseByAuthor";
  if (action === "consent" && entry.data.was === entry.data.is && "was_on" in entry.data) return actor ? "consentDay" : "consentDayBySource";
  if (action === "consent" && !actor) return "consentBySource";
  if (action === "close" && "into" in entry.data) return "closeMerged";
  if (action === "mail" && "message" in entry.data) return "mailAgain";
  if (action === "reinstate" && !actor) return "reinstateByClient";
  if (action === "amend" && "rating" in entry.data) return "amendStars";
  if (action === "wake" && !actor) return "wakeByClock";
  return has(ACTIONS, action) ? action : "other";
}

/** The second person of an entry: who receives a note or the item, or from whom it was taken. */
export function otherPerson({ data }: HistoryEntry): Person | null {
  const person = data.to ?? data.holder ?? data.from;
  if (typeof person !== "object" || person === null || !("id" in person && "name" in person)) return null;
  const { id, name } = person;
  return typeof id === "number" && typeof name === "string" ? { id, name } : null;
}

/** The number in a sentence: of a revision, of stars, of another ticket, or of a review. */
export function numberOf({ data }: HistoryEntry): number | string {
  const rating = data.rating;
  const stars = typeof rating === "object" && rating !== null && "to" in rating ? rating.to : null;
  const numbers = [data.revision, stars, data.into, data.from, data.review];
  return numbers.find((number) => typeof number === "number") ?? "";
}

/** Actions that end an item outside its steps: it was withdrawn, or closed in favour of another. */
const ENDS_ALL: ReadonlySet<string> = new Set(["withdraw", "close"]);

/**
 * The entry that closed a step: a decision, or the end of a hold. After a hold it names the final step. If the item
 * ended by withdrawal or closing, that entry.
 */
export function closingOf(
  graph: Graph | undefined,
  events: readonly HistoryEntry[],
  node: string,
): HistoryEntry | undefined {
  const ended = events.findLast(({ action }) => ENDS_ALL.has(action));
  if (ended) return ended;
  const closing = lastOf(events, node);
  const held = closing && typeOf(graph, closing.to_node) === "hold" ? lastOf(events, closing.to_node) : undefined;
  if (closing && held && held.seq > closing.seq && typeOf(graph, held.to_node) === "end")
    return { ...closing, to_node: held.to_node, to_title: held.to_title };
  return closing;
}

function lastOf(events: readonly HistoryEntry[], node: string): HistoryEntry | undefined {
  return events.findLast((entry) => entry.node === node && (entry.action === "decide" || entry.action === "fire"));
}

const typeOf = (graph: Graph | undefined, name: string) => graph?.nodes.find((node) => node.name === name)?.type;

/** Whether the last move led to an end, and nothing has reopened the process since. */
export function hasEnded(graph: Graph | undefined, events: readonly HistoryEntry[] | undefined): boolean {
  const last = events?.findLast((entry) => entry.to_node !== "" || entry.action === "override");
  return last !== undefined && typeOf(graph, last.to_node) === "end";
}

function has<T extends string>(all: readonly T[], one: string): one is T {
  return (all as readonly string[]).includes(one);
}
