import { createContext, type ReactNode, use } from "react";

import type { components } from "@/api/schema";

type Schemas = components["schemas"];

/** What the server declares: queues and views with their pages, statuses, kinds of process. */
export type Desk = Schemas["Desk"];
/** A queue, or a view over all queues. */
export type Queue = Schemas["DeskQueue"];
/** What filters lists and batches. */
export type Facet = Schemas["DeskFacet"];

const DeclaredDesk = createContext<Desk | null>(null);

export function DeskProvider({ desk, children }: { desk: Desk; children: ReactNode }) {
  return <DeclaredDesk value={desk}>{children}</DeclaredDesk>;
}

/** The desk as it was declared when the session began; only inside pages for people who are signed in. */
export function useDesk(): Desk {
  const desk = use(DeclaredDesk);
  if (!desk) throw new Error("useDesk needs a DeskProvider above it");
  return desk;
}

/** A declared queue by its name; undefined for what is not a queue, or not any more. */
export function queueNamed(desk: Desk, name: string): Queue | undefined {
  return desk.queues.find((queue) => queue.name === name);
}

/** Whether this is a view: a list over all queues, by whose work it is or whether it is put off. */
export function isView(desk: Desk, name: string): boolean {
  return queueNamed(desk, name)?.view ?? false;
}

/** Whose items a view lists, or what is put off; empty for a queue. */
export function listsOf(desk: Desk, name: string): Queue["lists"] {
  return queueNamed(desk, name)?.lists ?? "";
}

/** Those of these names, in the order of their declarations. */
export function facetsNamed(desk: Pick<Desk, "facets">, names: readonly string[]): Facet[] {
  return desk.facets.filter(({ name }) => names.includes(name));
}

/** What a queue or a view is filtered by. */
export function facetsOf(desk: Desk, queue: string): Facet[] {
  return facetsNamed(desk, queueNamed(desk, queue)?.facets ?? []);
}

/** The address of a queue's page. */
export function pathOf(queue: Queue): string {
  return `/${queue.path}`;
}

/** The address of an item on its queue's page; undefined when the queue is not declared. */
export function pathOfItem(desk: Desk, queueName: string, taskId: number): string | undefined {
  const queue = queueNamed(desk, queueName);
  return queue && `${pathOf(queue)}?item=${taskId}`;
}

/** The places of the sidebar, in the order in which the dashboard lists their queues. */
const PLACES: readonly (string | null)[] = ["reviews", "moderation", "dashboard"];

/** All queues and views, place after place by their positions; what the sidebar does not list comes last. */
export function orderedQueues(desk: Desk): Queue[] {
  const rank = ({ place }: Queue) => (PLACES.includes(place) ? PLACES.indexOf(place) : PLACES.length);
  return desk.queues.toSorted((one, other) => rank(one) - rank(other) || one.position - other.position);
}

/** The queues of one place of the sidebar, or of none, by position. */
export function queuesAt(desk: Desk, place: string | null): Queue[] {
  return desk.queues.filter((queue) => queue.place === place).toSorted((one, other) => one.position - other.position);
}

/** The keys that lead to a queue; undefined when none is declared. */
export function keysOf(queue: Queue): string | undefined {
  return queue.key ? `g ${queue.key}` : undefined;
}

/** The names of all statuses that are declared. */
export function statusNames(desk: Desk): string[] {
  return desk.statuses.map(({ name }) => name);
}
