import { answer, api } from "@/api/client";
import type { Reads } from "@/api/queries";
import type { Permission } from "@/lib/permissions";

/** The queries that a change of a promotion makes out of date. */
export const PROMOTIONS: readonly Reads[] = ["/api/users", "/api/user/{user_id}", "/api/audit/{kind}/{subject_id}"];

const at = (id: number) => ({ params: { path: { user_id: id } } });
const keyed = (id: number, key: string) => ({ ...at(id), headers: { "Idempotency-Key": key } });

export const postPromotion = (id: number, access: Permission[], key: string) =>
  answer(api.POST("/api/user/{user_id}/promotion", { ...keyed(id, key), body: { cms_access: access } }));

/**
 * `email`: the confirmed address, to which a link is mailed when the account's sign-ins are ended; null if it need not
 * be confirmed.
 */
export const postConfirmation = (id: number, email: string | null, key: string) =>
  answer(api.POST("/api/user/{user_id}/promotion/confirm", { ...keyed(id, key), body: email ? { shown: { email_address: email } } : {} }));

export async function deletePromotion(id: number): Promise<void> {
  await answer(api.DELETE("/api/user/{user_id}/promotion", at(id)));
}
