/** Whose work it is: assigning, taking over, the team. */
export const people = {
  reason: {
    label: "Reason",
    hint: "Read by whoever is concerned, and kept in the history.",
    blank: "Say why",
  },
  takeOver: {
    label: "Take over",
    title: "Take over from {{name}}",
    text: "You hold the item at once. They are told that you have it and why, and keep what they typed.",
  },
  loss: {
    title: "{{name}} took it over at {{time}}",
    why: "Reason: <q>{{note}}</q>",
    copy: "Copy what you typed",
    copied: "Copied",
  },
  refused: {
    heldBy: "{{name}} holds it at the moment.",
    task_taken: "Somebody else has it.",
    task_closed: "It has been decided.",
    off_duty: "This person is off duty. Choose somebody who is on duty.",
    forbidden: "Your account may not do this.",
    not_found: "It is no longer there.",
    invalid: "This person may not work on it.",
    too_many_held: "You hold as many items as one person may. Decide or release one of them first.",
    unreachable: "The server did not answer. Try again.",
    busy: "Somebody was changing the item at that moment. Try again.",
  },
} as const;
