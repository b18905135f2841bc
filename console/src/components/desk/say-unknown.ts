import type { TFunction } from "i18next";

import { ApiError } from "@/api/error";

/**
 * The sentence for a failure that nothing else explains (spec, section 8), and the code by which the tech team finds
 * it in the log. Every such failure is said here.
 */
export function sayUnknown(error: unknown, t: TFunction): string {
  const code = error instanceof ApiError ? error.requestId : null;
  return [t("common.unknownError"), code].filter(Boolean).join(" ");
}
