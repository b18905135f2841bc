import { queryOptions } from "@tanstack/react-query";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { LinkFacts, User } from "@/api/types";
import { accessToken } from "@/lib/access-token";

/** The person of the stored token. A start that fails is unauthenticated at once (spec, section 8). */
export const meQuery = queryOptions({ ...read("/api/user/me"), retry: false });

/** What the desk consists of: asked for once a session, together with the person. */
export const deskQuery = queryOptions({
  ...read("/api/desk"),
  gcTime: Infinity,
  retry: false, // a start that fails is unauthenticated at once (spec, section 8)
});

/** No command: a wrong password is never tried again by itself, there is no page to refresh, and its form has its own refusals. */
export async function logIn(email: string, password: string): Promise<User> {
  const signedIn = await answer(api.POST("/api/auth/login", { body: { email, password } }));
  accessToken.set(signedIn.accessToken);
  return signedIn.user;
}

/** What a one-time link does, which stays alive. */
export const readLink = (token: string): Promise<LinkFacts> => answer(api.POST("/api/auth/link", { body: { token } }));

/** As `logIn`, by a one-time link, which sets the password. */
export async function redeemLink(token: string, password: string): Promise<User> {
  const signedIn = await answer(api.POST("/api/auth/password", { body: { token, password } }));
  accessToken.set(signedIn.accessToken);
  return signedIn.user;
}

/** Whether visitors may create an account. Nobody waits for it: the form of the sign-in page stands there already. */
export const optionsQuery = queryOptions({ ...read("/api/auth/options"), staleTime: Infinity });

/** Creates an account without permissions. The whole answer is the user, and holds the token (spec, section 7). */
export async function registerUser(name: string, email: string, password: string): Promise<User> {
  const { token, ...user } = await answer(api.POST("/api/users", { body: { name, email, password } }));
  accessToken.set(token);
  return user;
}

export async function askForLink(email: string): Promise<void> {
  await answer(api.POST("/api/auth/forgotten", { body: { email } }));
}

/** Opts out of the kind of mail in which the link with this token stood. */
export async function stopMails(token: string): Promise<void> {
  await answer(api.POST("/api/auth/notifications/stop", { body: { token } }));
}

/**
 * Ends the session in this browser immediately; the server is notified, whether or not it answers. Not a command:
 * nothing waits for the answer, and the query cache, where commands are stored, is emptied now.
 */
export function logOut(): void {
  const token = accessToken.get();
  accessToken.remove();
  if (!token) return;
  const headers = { Authorization: `Bearer ${token}` };
  void api.POST("/api/auth/logout", { headers, keepalive: true }).catch(() => undefined);
}
