import type { ServerDraft } from "@/api/types";
import { putDraft } from "@/features/tasks/calls";
import { type Draft, type DraftForm, type FormValues, holdsText } from "@/lib/drafts";

const PAUSE_MS = 1_500; // after the last key
const LONGEST_MS = 5_000; // while somebody types without a pause

/** What is under way for the draft of one form: each form waits for a pause of its own. */
interface Saving {
  timer?: ReturnType<typeof setTimeout>;
  /** Gives what the form holds; set when it was changed. */
  read?: () => FormValues | null;
  /** The time of the first change that is not on its way to the server; none where all is. */
  since?: number;
  /** Nothing is sent while its form is on its way: a draft that arrives later than the form would come back as unsent. */
  paused?: boolean;
  /** Settles when the server has answered everything that was sent: requests go one after the other, in order. */
  sent: Promise<void>;
}
const savings = new Map<string, Saving>();

/**
 * Stores a form's draft on the server too, when its writer pauses, and every few seconds while they do not: it is there at
 * another desk as well. `read` gives what is to be sent then; null when it was dropped meanwhile. No command: nobody waits
 * for it.
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

/** Sends at once what is not stored of the task's other forms, and waits for the answers: one of them is about to be sent. */
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
 * Sends no more of a form's draft until `resumeSaving`, and waits until the server has answered what is on its way: the
 * form itself arrives later than every draft.
 */
export async function pauseSaving(taskId: number, outcome: string): Promise<void> {
  const saving = waitingOf(taskId, outcome);
  clearTimeout(saving.timer);
  saving.paused = true;
  await saving.sent;
}

/** The form was sent or refused: what it still holds is stored on the server again. */
export function resumeSaving(taskId: number, outcome: string): void {
  const saving = waitingOf(taskId, outcome);
  saving.paused = false;
  if (saving.read) saveOnServer(taskId, outcome, saving.read);
}

/** Sends no more drafts of a task: a decided task has none. */
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
  // this browser has it too: where the server does not answer, that is enough until the next try
  saving.sent = saving.sent.then(() => putDraft(taskId, outcome, values)).catch(() => void (saving.since ??= Date.now()));
}

/**
 * The form in a draft of the server, when it is newer than this browser's and was typed after this browser dropped
 * the form; otherwise null. A draft is saved at the latest one pause after it was typed, and later where the way is slow:
 * what this browser has sent itself is never newer than what stands in it.
 */
export function newerDraft(saved: ServerDraft, local: Draft | null, droppedAt: number): DraftForm | null {
  const at = Date.parse(saved.saved_at);
  const own = local?.forms[saved.outcome];
  if (at - PAUSE_MS <= Math.max(droppedAt, own?.at ?? 0)) return null;
  const form = { at, values: valuesOf(saved.form), titles: own?.titles ?? {}, copied: true };
  if (own?.sent?.some((values) => areEqual(values, form.values))) return null;
  return holdsText(form) ? form : null;
}

/** An empty field and none are the same. */
export const areEqual = (one: FormValues, other: FormValues): boolean =>
  Object.keys({ ...one, ...other }).every((name) => (one[name] ?? "") === (other[name] ?? ""));

/** What a form's controls can hold: text and ticks. */
function valuesOf(form: ServerDraft["form"]): FormValues {
  const entries = Object.entries(form).filter(([, value]) => typeof value === "string" || typeof value === "boolean");
  return Object.fromEntries(entries) as FormValues;
}
