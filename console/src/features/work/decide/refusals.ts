import { ApiError } from "@/api/error";
import type { OutcomeChoice, Person } from "@/api/types";

import { deskState } from "../desk-state";

/** Why something that a person asked for was not done. It stands on the item until it is settled. */
export interface Refusal {
  /** What was asked for; null for taking the lock alone. */
  outcome: OutcomeChoice | null;
  /** What was sent with it: after silence it can be sent again as it was, and is done once. */
  unanswered: Record<string, unknown> | null;
  code: string;
  holder: Person | null;
  since: string | null;
  /** Sentences by field of the form. */
  fields: Record<string, string[]>;
  /** What the tech team needs to find it. */
  requestId: string | null;
}

export const refusals = deskState<Refusal>("refusal");

const FORM = "form.";

export function refusalOf(error: unknown, outcome: OutcomeChoice | null, form: Record<string, unknown> = {}): Refusal {
  const unanswered = outcome && isPassing(error) ? form : null;
  if (!(error instanceof ApiError))
    return { outcome, unanswered, code: "unknown", holder: null, since: null, fields: {}, requestId: null };
  const { code, holder, since, requestId } = error;
  return { outcome, unanswered, code, holder: holder ?? null, since, fields: formFields(error), requestId };
}

/** No answer, a server in trouble, or a row that somebody is changing: worth another try. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === "busy");
}

function formFields(error: ApiError): Refusal["fields"] {
  const fields = Object.entries(error.fields).filter(([path]) => path.startsWith(FORM));
  return Object.fromEntries(fields.map(([path, sentences]) => [path.slice(FORM.length), sentences]));
}
