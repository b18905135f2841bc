import type { TFunction } from "i18next";

import { ApiError } from "@/api/error";

/**
 * The sentence for a failure without a more specific one (spec, section 8), with the code by which the tech team finds
 * it in the log. All such failures use this function.
 */
export function sayUnknown(error: unknown, t: TFunction): string {
  const code = error instanceof ApiError ? error.requestId : null;
  return [t("common.unknownError"), code].filter(Boolean).join(" ");
}
