import { createContext, type ReactNode, use } from "react";

import type { components } from "@/api/schema";

type Schemas = components["schemas"];

/** What the server declares: queues and views with their pages, statuses, kinds of process. */
export type Desk = Schemas["Desk"];
/** A queue, or a view over all queues. */
export type Queue = Schemas["DeskQueue"];
/** A declared filter of lists and batches. */
export type Facet = Schemas["DeskFacet"];

const DeclaredDesk = createContext<Desk | null>(null);

export function DeskProvider({ desk, children }: { desk: Desk; children: ReactNode }) {
  return <DeclaredDesk value={desk}>{children}</DeclaredDesk>;
}

/** The desk as declared when the session began; only inside pages for people who are signed in. */
export function useDesk(): Desk {
  const desk = use(DeclaredDesk);
  if (!desk) throw new Error("useDesk needs a DeskProvider above it");
  return desk;
}

/** A declared queue by name; undefined if there is none, or no longer. */
export function queueNamed(desk: Desk, name: string): Queue | undefined {
  return desk.queues.find((queue) => queue.name === name);
}

/** Whether this is a view: a list over all queues, selected by assignee or by being put off. */
export function isView(desk: Desk, name: string): boolean {
  return queueNamed(desk, name)?.view ?? false;
}

/** What a view lists: whose items, or those put off; empty for a queue. */
export function listsOf(desk: Desk, name: string): Queue["lists"] {
  return queueNamed(desk, name)?.lists ?? "";
}

/** The facets with these names, in the order of declaration. */
export function facetsNamed(desk: Pick<Desk, "facets">, names: readonly string[]): Facet[] {
  return desk.facets.filter(({ name }) => names.includes(name));
}

/** The facets by which a queue or a view can be filtered. */
export function facetsOf(desk: Desk, queue: string): Facet[] {
  return facetsNamed(desk, queueNamed(desk, queue)?.facets ?? []);
}

/** The address of a queue's page. */
export function pathOf(queue: Queue): string {
  return `/${queue.path}`;
}

/** The address of an item on its queue's page; undefined if the queue is not declared. */
export function pathOfItem(desk: Desk, queueName: string, taskId: number): string | undefined {
  const queue = queueNamed(desk, queueName);
  return queue && `${pathOf(queue)}?item=${taskId}`;
}

/** The places of the sidebar, in the order in which the dashboard lists their queues. */
const PLACES: readonly (string | null)[] = ["reviews", "moderation", "dashboard"];

/** All queues and views, by place and position; those outside the sidebar come last. */
export function orderedQueues(desk: Desk): Queue[] {
  const rank = ({ place }: Queue) => (PLACES.includes(place) ? PLACES.indexOf(place) : PLACES.length);
  return desk.queues.toSorted((one, other) => rank(one) - rank(other) || one.position - other.position);
}

/** The queues of one place of the sidebar (null: of no place), by position. */
export function queuesAt(desk: Desk, place: string | null): Queue[] {
  return desk.queues.filter((queue) => queue.place === place).toSorted((one, other) => one.position - other.position);
}

/** The keys that open a queue; undefined if none is declared. */
export function keysOf(queue: Queue): string | undefined {
  return queue.key ? `g ${queue.key}` : undefined;
}

/** The names of all declared statuses. */
export function statusNames(desk: Desk): string[] {
  return desk.statuses.map(({ name }) => name);
}
