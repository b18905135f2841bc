import { answer, api } from "@/api/client";
import type { Pending } from "@/api/types";

import { keepToken } from "./calls";

/** The provider's address at which the person signs in; for this browser alone, for ten minutes. */
export async function beginAtProvider(): Promise<string> {
  return (await answer(api.POST("/api/auth/provider"))).address;
}

/** With the code to which the provider led back: undefined once the token is kept; what is pending without it. */
export async function finishAtProvider(token: string): Promise<Pending | undefined> {
  const kept = keepToken(await answer(api.POST("/api/auth/provider/session", { body: { token } })));
  return "pending" in kept ? kept : undefined;
}
