import type { ServerDraft } from "@/api/types";
import { putDraft } from "@/features/tasks/calls";
import { type Draft, type DraftForm, type FormValues, holdsText } from "@/lib/drafts";

const PAUSE_MS = 1_500; // after the last letter
/** By task, then by form: each form waits for a pause of its own. */
const timers = new Map<number, Map<string, ReturnType<typeof setTimeout>>>();

/**
 * Keeps a form's draft on the server too, when its writer pauses: it is there at another desk as well. No command:
 * nobody waits for it, and a second try could arrive after a newer draft and replace it.
 */
export function keepOnServer(taskId: number, outcome: string, values: FormValues): void {
  forgetTimer(taskId, outcome);
  const waiting = timers.get(taskId) ?? new Map<string, ReturnType<typeof setTimeout>>();
  timers.set(taskId, waiting.set(outcome, setTimeout(() => send(taskId, outcome, values), PAUSE_MS)));
}

/** Deletes the draft on the server when it is empty. */
export function forgetOnServer(taskId: number, outcome: string): void {
  send(taskId, outcome, {});
}

/** A decided task has no drafts. */
export function stopKeeping(taskId: number): void {
  timers.get(taskId)?.forEach((timer) => clearTimeout(timer));
  timers.delete(taskId);
}

function forgetTimer(taskId: number, outcome: string): void {
  clearTimeout(timers.get(taskId)?.get(outcome));
  timers.get(taskId)?.delete(outcome);
}

function send(taskId: number, outcome: string, values: FormValues): void {
  forgetTimer(taskId, outcome);
  // it is kept in this browser; where the server does not answer, that is enough
  putDraft(taskId, outcome, values).catch(() => undefined);
}

/** A draft of the server's, when it is newer than what this browser has and was not thrown away here since. */
export function newerDraft(kept: ServerDraft, local: Draft | null, discardedAt: number): DraftForm | null {
  const at = Date.parse(kept.saved_at);
  const own = local?.forms[kept.outcome];
  if (at <= discardedAt || (own && own.at >= at - PAUSE_MS)) return null;
  const form = { at, values: valuesOf(kept.form), titles: own?.titles ?? {} };
  return holdsText(form) ? form : null;
}

/** What a form's controls can hold: text and ticks. */
function valuesOf(form: ServerDraft["form"]): FormValues {
  const entries = Object.entries(form).filter(([, value]) => typeof value === "string" || typeof value === "boolean");
  return Object.fromEntries(entries) as FormValues;
}
