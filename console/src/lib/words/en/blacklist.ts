/** The words of the page of the blacklist. The message about missing input is in the wording of the specification. */
export const blacklist = {
  title: "Blacklist",
  check: {
    title: "Check or add a person",
    label: "Email address or mobile number",
    hint: "A number of the UK, Ireland, New Zealand or Australia.",
    action: "Check",
    add: "Add",
  },
  missing: {
    title: "Missing input",
    text: "You must enter a valid email address or mobile number.",
  },
  match: {
    title: "On the blacklist",
    text: "Remove this person from the blacklist?",
  },
  free: {
    title: "Not on the blacklist",
    text: "Add this person to the blacklist?",
  },
  added: {
    title: "Added: {{hint}}",
    open_zero: "This person has no open review.",
    open_one: "{{count}} open review of this person stays in its queue.",
    open_other: "{{count}} open reviews of this person stay in their queues.",
    most: "There may be more.",
    notYet: "They cannot be sent to investigation from here yet.",
    notes: "Notes (optional)",
    skip: "Skip",
  },
  notes: {
    edit: "Notes",
    editOf: "Edit the notes of {{hint}}",
    done: "Notes saved",
    failed: "Unable to save changes. Please try again.",
  },
  remove: {
    action: "Remove",
    of: "Remove {{hint}}",
    title: "Remove {{hint}} from the blacklist?",
    text: "The notes are deleted as well.",
    done: "Removed from the blacklist",
  },
  columns: { hint: "Entry", notes: "Notes", added: "Added", actions: "Actions" },
  legacy: "legacy",
  legacyHint: "Imported, not hashed yet",
  all: "All entries",
  onlyLegacy: "Legacy entries",
  failed: "Could not load the blacklist. Please refresh the page.",
  empty: "Nobody is on the blacklist",
} as const;
