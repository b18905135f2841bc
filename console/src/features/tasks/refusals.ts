import { ApiError, isPassing } from "@/api/error";
import { versionOf } from "@/api/subjects";
import type { EndedBy, OutcomeChoice, Person, TakenOver, TaskDetail } from "@/api/types";

import { deskState } from "@/lib/desk-state";

/** What a person does with an item besides deciding it. */
export type Deed = "claim" | "release" | "skip" | "putOff" | "reinstate" | "revise";
type Wish = { deed: Deed } | { task: TaskDetail; outcome: OutcomeChoice; form: Record<string, unknown> };

/** Why something that a person asked for was not done. It stands on the item until it is settled. */
export interface Refusal {
  /** What was asked for, when it was not a decision. */
  deed: Deed | null;
  outcome: OutcomeChoice | null;
  /** The revision that a decision was made on, where there is a newer one. */
  outdated: number | null;
  /** What was sent with it: after silence it can be sent again as it was, and is done once. */
  unanswered: Record<string, unknown> | null;
  code: string;
  holder: Person | null;
  since: string | null;
  /** Who took the item from this person, and why. */
  takenOver: TakenOver | null;
  /** What ended it before anybody decided it. */
  endedBy: EndedBy | null;
  /** Sentences by field of the form. */
  fields: Record<string, string[]>;
  /** What the tech team needs to find it. */
  requestId: string | null;
}

export const refusals = deskState<Refusal>("refusal");

/** The code of a refusal without asking the server, because it cannot be reached. */
export const OFFLINE = "offline";

const FORM = "form.";

export function refusalOf(error: unknown, wish: Wish): Refusal {
  const asked =
    "deed" in wish
      ? { deed: wish.deed, outcome: null, unanswered: null, outdated: null }
      : {
          deed: null,
          outcome: wish.outcome,
          unanswered: isPassing(error) ? wish.form : null,
          outdated: isOutdated(error) ? versionOf(wish.task.subject) : null,
        };
  if (!(error instanceof ApiError))
    return { ...asked, code: "unknown", holder: null, since: null, takenOver: null, endedBy: null, fields: {}, requestId: null };
  const { code, holder, since, takenOver, endedBy, requestId } = error;
  return { ...asked, code, holder: holder ?? null, since, takenOver, endedBy: endedBy ?? null, fields: formFields(error), requestId };
}

export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === "stale_revision";
}

function formFields(error: ApiError): Refusal["fields"] {
  const fields = Object.entries(error.fields).filter(([path]) => path.startsWith(FORM));
  return Object.fromEntries(fields.map(([path, sentences]) => [path.slice(FORM.length), sentences]));
}
