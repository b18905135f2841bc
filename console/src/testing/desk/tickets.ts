import type { TicketRow } from "@/api/types";

export const AT = "2026-11-20T08:00:00Z";

export function aTicketRow(id: number, change: Partial<TicketRow> = {}): TicketRow {
  return {
    id,
    subject: `Question ${id}`,
    company: null,
    client: { name: "Ada Client", email: "a…@client.example", suspect: false },
    created: AT,
    updated: AT,
    status: "new",
    messages: 1,
    last_message_id: id + 100,
    task_id: id + 1_000,
    locked: false,
    locked_by: "Unknown user",
    locked_id: 0,
    lock_version: 0,
    assigned_to: null,
    due_at: null,
    overdue: false,
    resolves_at: null,
    priority: 0,
    copied: [],
    excerpt: `Message of ${id}`,
    written_by: null,
    open_with: [],
    ...change,
  };
}
