import type { TFunction } from "i18next";

import { ApiError } from "@/api/error";

/** Puts the refusal of an email address that another account has at its field. */
export function withEmailTaken(refusal: unknown, t: TFunction): unknown {
  const taken = refusal instanceof ApiError && refusal.code === "email_taken";
  return taken ? { fields: { email_address: [t("accounts.create.emailTaken")] } } : refusal;
}
