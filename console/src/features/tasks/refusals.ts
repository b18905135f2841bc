import { ApiError, isPassing } from "@/api/error";
import { versionOf } from "@/api/subjects";
import type { EndedBy, OutcomeChoice, Person, TakenOver, TaskDetail } from "@/api/types";

import { deskState } from "@/lib/desk-state";

/** An action on an item other than a decision. */
export type Deed = "claim" | "release" | "skip" | "putOff" | "reinstate" | "revise";
type Wish = { deed: Deed } | { task: TaskDetail; outcome: OutcomeChoice; form: Record<string, unknown> };

/** Why an action was refused or failed. It is shown on the item until it is settled. */
export interface Refusal {
  /** The action, unless it was a decision. */
  deed: Deed | null;
  outcome: OutcomeChoice | null;
  /** The revision that the decision was based on, if a newer one exists. */
  outdated: number | null;
  /** The form that was sent, if no answer came: sending it again with the same values carries it out only once. */
  unanswered: Record<string, unknown> | null;
  code: string;
  holder: Person | null;
  since: string | null;
  /** Who took the item over from this person, and why. */
  takenOver: TakenOver | null;
  /** What ended the item before anybody decided it. */
  endedBy: EndedBy | null;
  /** Error sentences by field of the form. */
  fields: Record<string, string[]>;
  /** The id by which the tech team finds the call. */
  requestId: string | null;
}

export const refusals = deskState<Refusal>("refusal");

/** The code of a refusal by the console itself, because the server is unreachable. */
export const OFFLINE = "offline";

const FORM = "form.";

/** The refusal to show for an error. `wish`: the decision or other action that failed. */
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

/** Refused because a newer revision exists. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === "stale_revision";
}

function formFields(error: ApiError): Refusal["fields"] {
  const fields = Object.entries(error.fields).filter(([path]) => path.startsWith(FORM));
  return Object.fromEntries(fields.map(([path, sentences]) => [path.slice(FORM.length), sentences]));
}
