import type { ServerDraft } from "@/api/types";

import { putDraft } from "../calls";
import { type Draft, type DraftForm, type FormValues, holdsText } from "./drafts";

const PAUSE_MS = 1_500; // after the last letter
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Keeps a draft on the server too, when its writer pauses: it is there at another desk as well. */
export function keepOnServer(taskId: number, outcome: string, values: FormValues): void {
  clearTimeout(timers.get(taskId));
  timers.set(taskId, setTimeout(() => send(taskId, outcome, values), PAUSE_MS));
}

/** Takes it away there: an empty draft is none. */
export function forgetOnServer(taskId: number, outcome: string): void {
  stopKeeping(taskId);
  send(taskId, outcome, {});
}

/** What was decided has no draft any more. */
export function stopKeeping(taskId: number): void {
  clearTimeout(timers.get(taskId));
  timers.delete(taskId);
}

function send(taskId: number, outcome: string, values: FormValues): void {
  timers.delete(taskId);
  // it is kept in this browser; where the server does not answer, that is enough
  putDraft(taskId, outcome, values).catch(() => undefined);
}

/** The server's draft, when it is newer than what this browser has and was not thrown away here since. */
export function newerDraft(kept: ServerDraft | null, local: Draft | null, discardedAt: number): DraftForm | null {
  if (!kept) return null;
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
