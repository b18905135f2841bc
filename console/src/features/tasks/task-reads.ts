import type { Reads } from "@/api/queries";

/** What lists and figures of queues say of tasks. */
export const LISTS = ["/api/queues/{queue}/tasks", "/api/queues"] as const satisfies readonly Reads[];

/** How many items a person has, and which. */
export const OWN = ["/api/cms/counts", ["/api/queues/{queue}/tasks", { path: { queue: "assigned_to_me" } }]] as const satisfies readonly Reads[];

export const HISTORIES = "/api/processes/{kind}/{process_id}/history" as const satisfies Reads;

/** Pages of one subject, which say the status that a decision, or its undo, changes. */
export const PAGES = ["/api/testimonial/{testimonial_id}", "/api/tickets/{ticket_id}"] as const satisfies readonly Reads[];

/** One item, whole. */
export const itemRead = (taskId: number) => ["/api/tasks/{task_id}", { path: { task_id: taskId } }] as const satisfies Reads;

/** All that a change of one task makes out of date. */
export const taskReads = (taskId: number): Reads[] => [...LISTS, HISTORIES, itemRead(taskId)];
