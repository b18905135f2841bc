import { ApiError } from "@/api/error";
import type { OutcomeChoice, Person } from "@/api/types";

import { deskState } from "../desk-state";

/** Why something that a person asked for was not done. It stands on the item until it is settled. */
export interface Refusal {
  /** What was asked for; null for taking the lock alone. */
  outcome: Pick<OutcomeChoice, "name" | "label"> | null;
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

export function refusalOf(error: unknown, outcome: OutcomeChoice | null): Refusal {
  const asked = outcome && { name: outcome.name, label: outcome.label };
  if (!(error instanceof ApiError))
    return { outcome: asked, code: "unknown", holder: null, since: null, fields: {}, requestId: null };
  const { code, holder, since, requestId } = error;
  return { outcome: asked, code, holder: holder ?? null, since, fields: formFields(error), requestId };
}

/** No answer, a server in trouble, or a row that somebody is changing: worth another try. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === "busy");
}

function formFields(error: ApiError): Refusal["fields"] {
  const fields = Object.entries(error.fields).filter(([path]) => path.startsWith(FORM));
  return Object.fromEntries(fields.map(([path, sentences]) => [path.slice(FORM.length), sentences]));
}
