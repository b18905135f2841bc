import type { BulkRequest, TicketRow } from "@/api/types";
import type { SelectedRow } from "@/features/assign/assign-many";

/** An open ticket: it has a current task. */
export type OpenRow = TicketRow & { task_id: number };

export const isOpenRow = (row: TicketRow): row is OpenRow => row.task_id !== null;

/** A ticket in the shape that the assign dialog expects. Each status of a ticket is one of its steps. */
export const asSelected = (row: OpenRow): SelectedRow => ({ ...row, queue: row.status, summary: { title: row.subject } });

/** The request for a batch that resolves these tickets, each at the version that was read. */
export function resolution(rows: readonly OpenRow[]): BulkRequest {
  return {
    queue: TICKETS,
    outcome: "resolve",
    task_ids: rows.map(({ task_id: id }) => id),
    revisions: rows.map(({ last_message_id: read }) => read),
  };
}

/** The queue of open tickets. */
export const TICKETS = "tickets";
