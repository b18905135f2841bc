/** The list of tickets, and the pages that it leads to. */
export const ticketList = {
  overdue: "Overdue",
  heldBy: "Held by {{name}}",
  openWith: "Open with {{name}}",
  columns: {
    subject: "Subject",
    client: "Client",
    company: "Company",
    status: "Status",
    people: "With",
    messages: "Messages",
    updated: "Updated",
    created: "Created",
  },
  list: {
    label: "Which tickets",
    all_unresolved: "All unresolved",
    client_replied: "Client has replied",
    waiting_on_client: "Waiting on client",
    resolved: "Resolved",
    mine: "Mine",
    find: "Words, or a ticket’s number",
    failed: "Could not load the tickets.",
    empty: "There are no tickets in this list",
    noMatch: "No ticket has these words",
  },
} as const;
