import { answer, api } from "@/api/client";
import type { NewAccount } from "@/api/types";
import type { GroupValues } from "@/components/organisation/group-form";

const keyed = (key: string) => ({ headers: { "Idempotency-Key": key } });

export interface NewCompany {
  name: string;
  category: number;
}

export const postCompany = (company: NewCompany, key: string) => answer(api.POST("/api/company", { body: company, ...keyed(key) }));

export type { NewAccount };

export const postAccount = (account: NewAccount, key: string) => answer(api.POST("/api/user", { body: account, ...keyed(key) }));

export const postGroup = (group: GroupValues, key: string) => answer(api.POST("/api/group", { body: group, ...keyed(key) }));

export async function putFavourite(id: number, favourite: boolean): Promise<void> {
  const params = { path: { category_id: id } };
  const path = "/api/categories/{category_id}/favourite";
  await answer(favourite ? api.PUT(path, { params }) : api.DELETE(path, { params }));
}
