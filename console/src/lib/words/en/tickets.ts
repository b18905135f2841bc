/** The page of one ticket, around its conversation; loaded with the queues. */
export const tickets = {
  failed: "Could not load the ticket.",
  number: "Ticket {{id}}",
  missing: "There is no ticket {{id}}",
  elsewhere: { escalated: "Escalated: a head moderator decides.", other: "It is in a queue that your account has no permission for." },
} as const;
