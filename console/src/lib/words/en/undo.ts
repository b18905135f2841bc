/** Undo, and the list of recent decisions. */
export const undo = {
  label: "Undo",
  /** For screen readers, where several of these buttons stand one below the other. */
  labelOf: "Undo “{{label}}” of {{title}}",
  done: "Undone. The item is open again.",
  nothing: "Nothing to undo now.",
  final: "Your newest decision, “{{label}}”, cannot be undone. An older one is undone with the button Undo.",
  beingSent: "Your last decision is still being sent. It can be undone when the server has received it.",
  refused: "“{{label}}” could not be undone.",
  why: {
    undo_over: "The time to undo it is over.",
    undo_ended: "It has taken effect.",
    undo_impossible: "This outcome cannot be undone.",
    moved_on: "Somebody has worked on the item since.",
    task_taken: "Somebody else has the item now.",
    takenBy: "{{name}} has the item now.",
    already_undone: "It has been undone already.",
    not_your_decision: "Somebody else made this decision.",
    forbidden: "Your account may not work on this item any more.",
    not_found: "The item no longer exists.",
    busy: "Somebody was changing the item at that moment. Try again.",
    unreachable: "The server did not answer. Try again.",
  },
  recent: {
    title: "Recent decisions",
    show: "Recent ({{number}})",
    text: "Your newest decisions. A decision that waits before it takes effect can be undone until then, every other one for a short time.",
    left: "{{left}} left",
  },
  confirm: {
    title: "{{label}}?",
    publish: "Readers can see the review at once. This cannot be undone.",
    confirm: "The rejection takes effect at once, and the author is informed. This cannot be undone.",
    other: "It takes effect at once. This cannot be undone.",
    later: "If it turns out to be wrong, ask a head moderator to reopen the review: it is then decided again.",
  },
} as const;
