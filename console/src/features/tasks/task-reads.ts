import type { Reads } from "@/api/queries";

/** Queries of lists and figures of queues that contain tasks. */
export const LISTS = ["/api/queues/{queue}/tasks", "/api/queues"] as const satisfies readonly Reads[];

/** Queries of the person's own items: how many, and which. */
export const OWN = ["/api/cms/counts", ["/api/queues/{queue}/tasks", { path: { queue: "assigned_to_me" } }]] as const satisfies readonly Reads[];

export const HISTORIES = "/api/processes/{kind}/{process_id}/history" as const satisfies Reads;

/** Queries of single subjects, whose status changes with a decision or its undo. */
export const PAGES = ["/api/testimonial/{testimonial_id}", "/api/tickets/{ticket_id}"] as const satisfies readonly Reads[];

/** The query of one item in full. */
export const itemRead = (taskId: number) => ["/api/tasks/{task_id}", { path: { task_id: taskId } }] as const satisfies Reads;

/** All queries that a change of one task makes out of date. */
export const taskReads = (taskId: number): Reads[] => [...LISTS, HISTORIES, itemRead(taskId)];
