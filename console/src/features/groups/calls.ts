import { answer, api } from "@/api/client";
import type { Reads } from "@/api/queries";
import type { EditedGroup } from "@/components/organisation/group-form";

/** The queries that a change of a group makes out of date. */
export const GROUPS: readonly Reads[] = [
  "/api/groups",
  "/api/group/{group_id}",
  "/api/group/{group_id}/members",
  "/api/audit/{kind}/{subject_id}",
  "/api/company/{company_id}",
];

const at = (id: number) => ({ params: { path: { group_id: id } } });
const member = (id: number, company: number) => ({ params: { path: { group_id: id, company_id: company } } });

export const patchGroup = (id: number, body: Partial<EditedGroup>) => answer(api.PATCH("/api/group/{group_id}", { ...at(id), body }));

export async function deleteGroup(id: number): Promise<void> {
  await answer(api.DELETE("/api/group/{group_id}", at(id)));
}

export async function putMember(id: number, company: number): Promise<void> {
  await answer(api.PUT("/api/group/{group_id}/members/{company_id}", member(id, company)));
}

export async function deleteMember(id: number, company: number): Promise<void> {
  await answer(api.DELETE("/api/group/{group_id}/members/{company_id}", member(id, company)));
}
