import { answer, api } from "@/api/client";
import type { Reads } from "@/api/queries";
import type { paths } from "@/api/schema";

/** The queries that a change of an account makes out of date. */
export const ACCOUNTS: readonly Reads[] = ["/api/users", "/api/users/recent", "/api/user/{user_id}", "/api/audit/{kind}/{subject_id}"];
export const ASSOCIATIONS: readonly Reads[] = [...ACCOUNTS, "/api/user/{user_id}/associations"];
export const KEYS: readonly Reads[] = [...ACCOUNTS, "/api/user/{user_id}/keys"];

export type AccountChanges = paths["/api/user/{user_id}"]["patch"]["requestBody"]["content"]["application/json"];
export type NewKey = paths["/api/user/{user_id}/keys"]["post"]["requestBody"]["content"]["application/json"];

const at = (id: number) => ({ params: { path: { user_id: id } } });
const company = (id: number, company_id: number) => ({ params: { path: { user_id: id, company_id } } });
const keyed = (id: number, key: string) => ({ params: { path: { user_id: id } }, headers: { "Idempotency-Key": key } });

export const patchAccount = (id: number, body: AccountChanges) => answer(api.PATCH("/api/user/{user_id}", { ...at(id), body }));

export async function putPassword(id: number, password: string): Promise<void> {
  await answer(api.PUT("/api/user/{user_id}/password", { ...at(id), body: { password } }));
}

export async function putPicture(id: number, file: File): Promise<void> {
  const content = await file.arrayBuffer();
  // the schema declares files as text
  const body = { body: "", bodySerializer: () => content, headers: { "Content-Type": file.type } };
  await answer(api.PUT("/api/user/{user_id}/avatar", { ...at(id), ...body }));
}

export async function deletePicture(id: number): Promise<void> {
  await answer(api.DELETE("/api/user/{user_id}/avatar", at(id)));
}

export async function putNotification(id: number, name: string, on: boolean): Promise<void> {
  await answer(api.PUT("/api/user/{user_id}/notifications", { ...at(id), body: { [name]: on } }));
}

export const postLink = (id: number, send: boolean, key: string) =>
  answer(api.POST("/api/user/{user_id}/link", { ...keyed(id, key), body: { send } }));

export async function deleteAccount(id: number): Promise<void> {
  await answer(api.DELETE("/api/user/{user_id}", { ...at(id), body: { confirm: true } }));
}

export async function putAssociation(id: number, company_id: number): Promise<void> {
  await answer(api.PUT("/api/user/{user_id}/associations/{company_id}", company(id, company_id)));
}

export async function deleteAssociation(id: number, company_id: number): Promise<void> {
  await answer(api.DELETE("/api/user/{user_id}/associations/{company_id}", company(id, company_id)));
}

export const postKey = (id: number, body: NewKey, key: string) =>
  answer(api.POST("/api/user/{user_id}/keys", { ...keyed(id, key), body }));

export async function deleteKey(id: number, key_id: number): Promise<void> {
  await answer(api.DELETE("/api/user/{user_id}/keys/{key_id}", { params: { path: { user_id: id, key_id } } }));
}
