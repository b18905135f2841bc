import { queryOptions } from "@tanstack/react-query";

import { ApiError } from "@/api/error";
import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { LinkFacts, Pending, SignedIn, User } from "@/api/types";
import { accessToken } from "@/lib/access-token";

/** The person of the stored token. A start that fails counts as signed out at once (spec, section 8). */
export const meQuery = queryOptions({ ...read("/api/user/me"), retry: false });

/** What the server declares, requested once per session together with the person. */
export const deskQuery = queryOptions({
  ...read("/api/desk"),
  gcTime: Infinity,
  retry: false, // a start that fails counts as signed out at once (spec, section 8)
});

/** Stores the session's token; without one, a second factor is missing. */
export function keepToken(opened: SignedIn | Pending): User | Pending {
  if ("pending" in opened) return opened;
  accessToken.set(opened.accessToken);
  return opened.user;
}

/** Not a command: a wrong password is never retried, no query is refreshed, and the form shows its own refusals. */
export const logIn = async (email: string, password: string): Promise<User | Pending> =>
  keepToken(await answer(api.POST("/api/auth/login", { body: { email, password } })));

/** What a one-time link does. Reading it does not use it up. */
export const readLink = (token: string): Promise<LinkFacts> => answer(api.POST("/api/auth/link", { body: { token } }));

/** Like `logIn`, with a one-time link, which also sets the password. */
export const hasLinkEnded = (error: unknown) => error instanceof ApiError && error.code === "link_ended";

export const redeemLink = async (token: string, password: string): Promise<User | Pending> =>
  keepToken(await answer(api.POST("/api/auth/password", { body: { token, password } })));

/** Whether visitors may create an account. The sign-in form is shown without waiting for the answer. */
export const optionsQuery = queryOptions({ ...read("/api/auth/options"), staleTime: Infinity });

/** Creates an account without permissions. The answer itself is the user, with the token in it (spec, section 7). */
export async function registerUser(name: string, email: string, password: string): Promise<User> {
  const { token, ...user } = await answer(api.POST("/api/users", { body: { name, email, password } }));
  accessToken.set(token);
  return user;
}

export async function askForLink(email: string): Promise<void> {
  await answer(api.POST("/api/auth/forgotten", { body: { email } }));
}

/** Unsubscribes from the kind of mail whose link has this token. */
export async function stopMails(token: string): Promise<void> {
  await answer(api.POST("/api/auth/notifications/stop", { body: { token } }));
}

/**
 * Ends the session in this browser at once, whether or not the server answers. Not a command: nothing waits for the
 * answer, and the query cache, which contains the commands, is cleared now.
 */
export function logOut(): void {
  const token = accessToken.get();
  accessToken.remove();
  if (!token) return;
  const headers = { Authorization: `Bearer ${token}` };
  void api.POST("/api/auth/logout", { headers, keepalive: true }).catch(() => undefined);
}
