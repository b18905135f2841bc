/** The page of one ticket, around its conversation; it is loaded with the queues. */
export const tickets = {
  failed: "Could not load the ticket.",
  number: "Ticket {{id}}",
  missing: "There is no ticket {{id}}",
} as const;
