import type { Decision, OutcomeChoice } from "@/api/types";
import { deskState } from "@/lib/desk-state";
import type { DraftForm } from "@/lib/drafts";

/** The last decision in this browser, while it can be undone. */
export interface LastDecision {
  taskId: number;
  outcome: Pick<OutcomeChoice, "name" | "label">;
  /** What the item is called. */
  title: string;
  /** The step that it waits in, the outcome there that takes it back, and how long that goes. */
  waits: { taskId: number; undo: string; until: string | null };
  /** The typed form, restored with the item. */
  typed: DraftForm | null;
  /** Why it could not be taken back: the refusal's code. */
  problem: string | null;
}

export const lastDecision = deskState<LastDecision>("last");

/** Where the item waits, when it can be taken back from there. */
export function waitingPlace({ next }: Decision): LastDecision["waits"] | null {
  return next?.undo ? { taskId: next.task_id, undo: next.undo, until: next.due_at } : null;
}
