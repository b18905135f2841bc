import { answer, api } from "@/api/client";
import { accessToken } from "@/lib/access-token";

/** The provider's address at which the person signs in; for this browser alone, for ten minutes. */
export async function beginAtProvider(): Promise<string> {
  return (await answer(api.POST("/api/auth/provider"))).address;
}

/** Like `logIn`, with the code to which the provider led back. */
export async function finishAtProvider(token: string): Promise<void> {
  const signedIn = await answer(api.POST("/api/auth/provider/session", { body: { token } }));
  accessToken.set(signedIn.accessToken);
}
