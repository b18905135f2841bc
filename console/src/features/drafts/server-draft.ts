import type { ServerDraft } from "@/api/types";
import { putDraft } from "@/features/tasks/calls";
import { type Draft, type DraftForm, type FormValues, holdsText } from "@/lib/drafts";

const PAUSE_MS = 1_500; // after the last key press
const LONGEST_MS = 5_000; // while the person types without a pause

/** The pending save of one form's draft; each form has its own timer. */
interface Saving {
  timer?: ReturnType<typeof setTimeout>;
  /** Returns the form's current values; set when they have changed. */
  read?: () => FormValues | null;
  /** The time of the first change that was not sent yet; undefined if all were. */
  since?: number;
  /** True while the form itself is being sent. A draft that arrived after the form would come back as unsent text. */
  paused?: boolean;
  /** Settles when the server has answered all requests of this form; they are sent one at a time, in order. */
  sent: Promise<void>;
}
const savings = new Map<string, Saving>();

/**
 * Also stores a form's draft on the server, when the person pauses, and every few seconds while they do not pause: so
 * it is available at another desk. `read` returns the values at that time; null if the draft was dropped meanwhile. Not
 * a command, because nobody waits for it.
 */
export function saveOnServer(taskId: number, outcome: string, read: () => FormValues | null): void {
  const saving = waitingOf(taskId, outcome);
  clearTimeout(saving.timer);
  saving.read = read;
  saving.since ??= Date.now();
  if (saving.paused) return;
  const longest = Math.max(0, saving.since + LONGEST_MS - Date.now());
  saving.timer = setTimeout(() => sendUnsent(taskId, outcome), Math.min(PAUSE_MS, longest));
}

/** Before one form of a task is sent: sends the unsent drafts of its other forms at once, and waits for the answers. */
export async function flushSaving(taskId: number, beingSent: string): Promise<void> {
  const others = [...savings].filter(([key]) => key.startsWith(`${taskId} `) && key !== `${taskId} ${beingSent}`);
  for (const [key, { since, paused }] of others) if (since !== undefined && !paused) sendUnsent(taskId, key.slice(`${taskId} `.length));
  await Promise.all(others.map(([, { sent }]) => sent));
}

/** Deletes a form's draft on the server. */
export function deleteOnServer(taskId: number, outcome: string): void {
  clearTimeout(waitingOf(taskId, outcome).timer);
  send(taskId, outcome, {});
}

/**
 * Stops sending a form's draft until `resumeSaving`, and waits for the pending answers, so that the form itself arrives
 * after all drafts.
 */
export async function pauseSaving(taskId: number, outcome: string): Promise<void> {
  const saving = waitingOf(taskId, outcome);
  clearTimeout(saving.timer);
  saving.paused = true;
  await saving.sent;
}

/** The form was sent or refused: stores what it still contains on the server again. */
export function resumeSaving(taskId: number, outcome: string): void {
  const saving = waitingOf(taskId, outcome);
  saving.paused = false;
  if (saving.read) saveOnServer(taskId, outcome, saving.read);
}

/** Stops sending drafts of a task, because a decided task has none. */
export function stopSaving(taskId: number): void {
  for (const [key, { timer }] of savings) {
    if (!key.startsWith(`${taskId} `)) continue;
    clearTimeout(timer);
    savings.delete(key);
  }
}

function waitingOf(taskId: number, outcome: string): Saving {
  const key = `${taskId} ${outcome}`;
  const saving = savings.get(key) ?? { sent: Promise.resolve() };
  savings.set(key, saving);
  return saving;
}

function sendUnsent(taskId: number, outcome: string): void {
  const saving = waitingOf(taskId, outcome);
  clearTimeout(saving.timer);
  const values = saving.read?.();
  if (values) send(taskId, outcome, values);
  else saving.since = undefined;
}

function send(taskId: number, outcome: string, values: FormValues): void {
  const saving = waitingOf(taskId, outcome);
  saving.since = undefined;
  // this browser has the draft too, so a failure can wait for the next attempt
  saving.sent = saving.sent.then(() => putDraft(taskId, outcome, values)).catch(() => void (saving.since ??= Date.now()));
}

/**
 * The form in a draft from the server, if it is newer than this browser's and was typed after this browser dropped the
 * form; otherwise null. A draft reaches the server one pause after it was typed, or later on a slow connection. So
 * drafts that this browser itself has sent are never counted as newer.
 */
export function newerDraft(saved: ServerDraft, local: Draft | null, droppedAt: number): DraftForm | null {
  const at = Date.parse(saved.saved_at);
  const own = local?.forms[saved.outcome];
  if (at - PAUSE_MS <= Math.max(droppedAt, own?.at ?? 0)) return null;
  const form = { at, values: valuesOf(saved.form), titles: own?.titles ?? {}, copied: true };
  if (own?.sent?.some((values) => areEqual(values, form.values))) return null;
  return holdsText(form) ? form : null;
}

/** Whether two forms have equal values; an empty field equals a missing one. */
export const areEqual = (one: FormValues, other: FormValues): boolean =>
  Object.keys({ ...one, ...other }).every((name) => (one[name] ?? "") === (other[name] ?? ""));

/** The values that a form's controls can hold: texts and checkboxes. */
function valuesOf(form: ServerDraft["form"]): FormValues {
  const entries = Object.entries(form).filter(([, value]) => typeof value === "string" || typeof value === "boolean");
  return Object.fromEntries(entries) as FormValues;
}
