import { createContext, use } from "react";

import type { Pending, SignedIn, User } from "@/api/types";
import type { Desk } from "@/lib/desk";

/** Why nobody is signed in: not yet, signed out manually, or the session was ended by the server. */
export type Left = "never" | "signed-out" | "expired";

/**
 * Spec, section 4: not initialised, then authenticated or unauthenticated. `lapsed`: the server ended the session while
 * the person was working; the page stays as it is, below a dialog in which they sign in again.
 */
export type SessionState =
  | { status: "initialising" }
  | { status: "authenticated"; user: User; desk: Desk; lapsed?: boolean }
  | { status: "unauthenticated"; left: Left };

interface SessionActions {
  /** Signs in; resolves to what is pending if a second factor is missing. Throws `ApiError`. */
  signIn: (email: string, password: string) => Promise<Pending | null>;
  /** Sets the password with a one-time link and signs in, like `signIn`. Throws `ApiError`. */
  redeem: (secret: string, password: string) => Promise<Pending | null>;
  /** Goes on with a session that a second factor, or a passkey, has opened. */
  enter: (opened: SignedIn) => Promise<unknown>;
  /** Creates an account and signs in. Throws `ApiError`. */
  register: (name: string, email: string, password: string) => Promise<void>;
  signOut: () => void;
  /** Leaves a lapsed session for the sign-in page, which leads back afterwards. */
  giveUp: () => void;
  /** Reloads the person, their permissions and the desk. */
  refresh: () => Promise<void>;
  /** Called once the sign-in page has shown its reason, so that the next redirect shows none. */
  settle: () => void;
}

export const SessionContext = createContext<(SessionState & SessionActions) | null>(null);

export function useSession(): SessionState & SessionActions {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

/** The signed-in person; only inside pages for people who are signed in. */
export function useUser(): User {
  const session = useSession();
  if (session.status !== "authenticated") throw new Error("useUser needs somebody who is signed in");
  return session.user;
}
