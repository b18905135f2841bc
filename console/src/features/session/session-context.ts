import { createContext, use } from "react";

import type { User } from "@/api/types";
import type { Desk } from "@/lib/desk";

/** Why nobody is signed in: never was, signed out by hand, or ended by the server. */
export type Left = "never" | "signed-out" | "expired";

/**
 * Spec, section 4: not initialised, then authenticated or unauthenticated. `lapsed`: the server has ended the session of
 * somebody who is at work; the page stays as it is, below a dialog in which they sign in again.
 */
export type SessionState =
  | { status: "initialising" }
  | { status: "authenticated"; user: User; desk: Desk; lapsed?: boolean }
  | { status: "unauthenticated"; left: Left };

interface SessionActions {
  /** Signs in, or throws an `ApiError`. */
  signIn: (email: string, password: string) => Promise<void>;
  /** Sets the password by a one-time link and signs in, or throws an `ApiError`. */
  redeem: (secret: string, password: string) => Promise<void>;
  /** Creates an account and signs in, or throws an `ApiError`. */
  register: (name: string, email: string, password: string) => Promise<void>;
  signOut: () => void;
  /** Gives up a lapsed session: on to the sign-in page, which leads back. */
  giveUp: () => void;
  /** Asks the server again who this is, what they may do, and what the desk consists of. */
  refresh: () => Promise<void>;
  /** Once the sign-in page has said why it is there, the next redirect is an ordinary one. */
  settle: () => void;
}

export const SessionContext = createContext<(SessionState & SessionActions) | null>(null);

export function useSession(): SessionState & SessionActions {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

/** The person at this desk; only inside pages for people who are signed in. */
export function useUser(): User {
  const session = useSession();
  if (session.status !== "authenticated") throw new Error("useUser needs somebody who is signed in");
  return session.user;
}
