import type { TFunction } from "i18next";

import { ApiError } from "@/api/error";

import { sayUnknown } from "./say-unknown";

const REASONS = [
  "task_taken",
  "task_closed",
  "off_duty",
  "forbidden",
  "not_found",
  "invalid",
  "too_many_held",
  "unreachable",
  "busy",
] as const;
type Reason = (typeof REASONS)[number];

/** The sentence that says why an item was not moved, with the holder's name. */
export function sayRefusal(error: unknown, t: TFunction): string {
  const known = error instanceof ApiError ? sayCode(error.code, error.holder?.name, t) : null;
  return known ?? sayUnknown(error, t);
}

/** The sentence of a refusal's code; null for an unknown code. */
export function sayCode(code: string | null, holder: string | undefined, t: TFunction): string | null {
  if (code === "task_taken" && holder) return t("people.refused.heldBy", { name: holder });
  const reason = REASONS.find((one): one is Reason => one === code);
  return reason ? t(`people.refused.${reason}`) : null;
}
