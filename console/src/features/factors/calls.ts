import { answer, api } from "@/api/client";
import type { Reads } from "@/api/queries";
import { makePasskey } from "@/lib/passkeys";

/** The queries that a change of second factors makes out of date. */
export const FACTORS: readonly Reads[] = ["/api/user/{user_id}/factors", "/api/audit/{kind}/{subject_id}"];

const keyed = (key: string) => ({ headers: { "Idempotency-Key": key } });

export const postCodes = (key: string) => answer(api.POST("/api/user/me/codes", keyed(key)));

export const confirmCodes = (code: string, key: string) =>
  answer(api.POST("/api/user/me/codes/confirm", { ...keyed(key), body: { code } }));

export async function deleteCodes(): Promise<void> {
  await answer(api.DELETE("/api/user/me/codes"));
}

export const postRecoveryCodes = (key: string) => answer(api.POST("/api/user/me/recovery-codes", keyed(key)));

/** Lets the browser make a passkey and stores it. */
export async function addPasskey(name: string) {
  const { options } = await answer(api.POST("/api/user/me/passkeys/options"));
  return answer(api.POST("/api/user/me/passkeys", { body: { name, ...(await makePasskey(options)) } }));
}

export async function deletePasskey(passkey_id: number): Promise<void> {
  await answer(api.DELETE("/api/user/me/passkeys/{passkey_id}", { params: { path: { passkey_id } } }));
}

export async function deleteFactors(user_id: number): Promise<void> {
  await answer(api.DELETE("/api/user/{user_id}/factors", { params: { path: { user_id } } }));
}
