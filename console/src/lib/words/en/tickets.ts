/** The page of one ticket, around its conversation; it is loaded with the queues. */
export const tickets = {
  failed: "Could not load the ticket.",
  number: "Ticket {{id}}",
  missing: "There is no ticket {{id}}",
  isResolved: "This ticket is resolved.",
  reopen: "Reopen",
  reopened: "Ticket reopened",
} as const;
