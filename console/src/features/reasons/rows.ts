import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";
import type { ReasonChoice, ReasonCodeRow } from "@/api/types";

/** A reason, with the titles of its outcomes, ground and category. */
export interface ReasonRow extends ReasonCodeRow {
  titles: { ground: string; category: string; outcomes: string };
  /** It applies to every outcome that has reasons. */
  isForAll: boolean;
}

/** All reason codes, and the choices of their fields. */
export const useReasonCodes = () => useQuery(read("/api/reason-codes"));

type ReasonCodes = NonNullable<ReturnType<typeof useReasonCodes>["data"]>;

/** The rows of the table: each reason with its titles, and whether it applies to every outcome. */
export function rowsOf({ items, grounds, categories, outcomes }: ReasonCodes): ReasonRow[] {
  return items.map((reason) => ({
    ...reason,
    isForAll: outcomes.every(({ value }) => reason.applies_to.some((outcome) => outcome === value)),
    titles: {
      ground: titleOf(grounds, reason.ground),
      category: titleOf(categories, reason.category),
      outcomes: reason.applies_to.map((outcome) => titleOf(outcomes, outcome)).join(", "),
    },
  }));
}

const titleOf = (choices: readonly ReasonChoice[], value: string) => choices.find((choice) => choice.value === value)?.title ?? value;
