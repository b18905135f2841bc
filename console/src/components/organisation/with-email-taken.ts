import type { TFunction } from "i18next";

import { ApiError } from "@/api/error";

/** The refusal for a form: that of an email address which another account has stands at its field. */
export function withEmailTaken(refusal: unknown, t: TFunction): unknown {
  const taken = refusal instanceof ApiError && refusal.code === "email_taken";
  return taken ? { fields: { email_address: [t("accounts.create.emailTaken")] } } : refusal;
}
