import type { TFunction } from "i18next";

import { ApiError } from "@/api/error";
import type { Person } from "@/api/types";
import { sayRefusal } from "@/components/desk/say-refusal";
import { bulk } from "@/lib/words/en/bulk";

type Reason = keyof typeof bulk.reasons;

/** Why an item was not decided or not rolled back, as a sentence; `code` is the server's. */
export function sayReason(code: string, t: TFunction, { holder, owner }: { holder?: Person | null; owner: Person }): string {
  if (code === "") return "";
  const named = (code === "task_taken" || code === "task_closed") && !holder ? `${code}_nobody` : code;
  const reason = named in bulk.reasons ? (named as Reason) : "error";
  return t(`bulk.reasons.${reason}`, { name: holder?.name ?? "", owner: owner.name });
}

const REFUSALS = ["own_batch", "not_your_batch", "batch_state", "batch_lapsed"] as const;

/** Why an action on a batch was refused. */
export function sayBatchRefusal(error: unknown, t: TFunction): string {
  const code = error instanceof ApiError ? error.code : null;
  const known = REFUSALS.find((one) => one === code);
  return known ? t(`bulk.refused.${known}`) : sayRefusal(error, t);
}
