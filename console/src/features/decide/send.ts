import type { QueryClient } from "@tanstack/react-query";

import type { Decision, OutcomeChoice, Person, TaskDetail } from "@/api/types";
import { keyOf, settle, withTries } from "@/features/command/intents";
import { isPassing } from "@/features/command/refusals";
import { claimTask } from "@/features/lock/lock-calls";
import { noteRefusal } from "@/features/lock/lock-notes";
import { postDecision } from "@/features/tasks/calls";

export interface Choice {
  task: TaskDetail;
  outcome: OutcomeChoice;
  /** What the form gives; nothing where there is none. */
  form: Record<string, unknown>;
}

/** Takes the lock where it is not ours yet, then decides. Sent again, the same choice is done once. Throws the refusal. */
export async function sendChoice(client: QueryClient, me: Person, { task, outcome, form }: Choice, held: boolean): Promise<Decision> {
  const taskId = task.task_id;
  const body = { outcome: outcome.name, form, revision: task.subject.revision };
  const intent = `decide ${taskId} ${JSON.stringify(body)}`;
  if (!held) await withTries(() => claimTask(client, taskId, me), isPassing);
  try {
    const decision = await withTries(() => postDecision(taskId, body, keyOf(intent)), isPassing);
    settle(intent);
    return decision;
  } catch (error) {
    if (!isPassing(error)) settle(intent);
    noteRefusal(client, taskId, error);
    throw error;
  }
}
