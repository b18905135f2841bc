/** Second looks at decisions: how often two people decide the same. */
export const quality = {
  title: "Quality",
  share: "{{share}} of approvals and rejections are looked at again by a second person who does not know the first decision.",
  none: "No decision is selected for a second look: the share is set to 0.",
  days: "The last {{days}} days",
  period: "Period",
  choices: { d30: "30 days", d90: "90 days", d365: "A year" },
  failed: "Could not load the agreement of decisions",
  people: "By person",
  reasons: "By reason",
  person: "Who decided first",
  reason: "Reason of the first decision",
  checked: "Second looks",
  agreed: "Same decision",
  sameReason: "And same reason",
  overruled: "First was wrong",
  nothing: {
    title: "Nothing to compare yet",
    text: "Decisions are selected when their hold ends. A decision is counted here when a second person has looked at it.",
  },
  queues: "Queues:",
} as const;
