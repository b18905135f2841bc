/** Outcomes with their own sentences in the catalogue; others are shown by their labels. */
const SAID = [
  "approve",
  "reject",
  "verify",
  "investigate",
  "backlog",
  "escalate",
  "return",
  "publish",
  "recall",
  "reschedule",
  "confirm",
  "restrict",
  "decline",
  "finish",
] as const;
export type Said = (typeof SAID)[number];

function isSaid(outcome: string): outcome is Said {
  return (SAID as readonly string[]).includes(outcome);
}

export const sayingOf = (outcome: string): Said | "other" => (isSaid(outcome) ? outcome : "other");
