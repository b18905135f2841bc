import { deskState } from "@/lib/desk-state";
import type { DraftForm } from "@/lib/drafts";

/** An address of this console. */
export interface Place {
  pathname: string;
  search: string;
}

/** What this desk remembers of a decision: the list in which it was made, and what was typed for it, by the form's name. */
interface Remembered {
  from: Place;
  typed: Readonly<Record<string, DraftForm>>;
}

/** By task. */
export const remembered = deskState<Remembered>("undo");

/**
 * Where an item is shown again after an undo: on its own page or in the list, where it was decided, or on the page of its queue. If that
 * is the page on screen, its present filters stay.
 */
export function placeOf(taskId: number, list: Place, here: Place): string {
  if (/\/\d+$/.test(list.pathname)) return `${list.pathname}${list.search}`; // the page of the item
  const { search } = list.pathname === here.pathname ? here : list;
  const params = new URLSearchParams(search);
  params.set("item", String(taskId));
  return `${list.pathname}?${params}`;
}
