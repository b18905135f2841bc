import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";

import { forgetAnswers } from "@/api/conditional";
import { onSessionEnd } from "@/api/client";
import type { Pending, SignedIn, User } from "@/api/types";
import { accessToken } from "@/lib/access-token";
import { forgetTermsOfOthers } from "@/lib/recent-terms";

import { deskQuery, keepToken, logIn, logOut, meQuery, redeemLink, registerUser } from "./calls";
import { type Left, SessionContext, type SessionState } from "./session-context";

export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [state, setState] = useState<SessionState>(() =>
    accessToken.get() ? { status: "initialising" } : { status: "unauthenticated", left: "never" },
  );

  const leave = useCallback(
    (left: Left) => {
      client.clear();
      forgetAnswers();
      // a stored token that has expired ended no session, so this start shows no message
      setState((was) => ({ status: "unauthenticated", left: was.status === "initialising" ? "never" : left }));
    },
    [client],
  );

  const read = useCallback(
    async (change: { staleTime?: "static" }) => {
      const [user, desk] = await Promise.all([client.query({ ...meQuery, ...change }), client.query({ ...deskQuery, ...change })]);
      setState({ status: "authenticated", user, desk });
    },
    [client],
  );
  const refresh = useCallback(() => read({}), [read]);
  const start = useCallback(() => read({ staleTime: "static" }), [read]); // the router may have requested them already

  const enter = useCallback(
    async (user: User | Pending) => {
      if ("pending" in user) return user;
      let isLeft = false;
      const left = () => (isLeft = true);
      window.addEventListener("beforeunload", left);
      const desk = await client
        .query(deskQuery)
        .catch((error: unknown) => {
          // leaving the page cancels its requests, but the token is valid: the next page starts with it
          if (!isLeft) logOut();
          throw error;
        })
        .finally(() => window.removeEventListener("beforeunload", left));
      client.setQueryData(meQuery.queryKey, user);
      setState({ status: "authenticated", user, desk });
      // cached data is old, and requests in between were refused
      void client.invalidateQueries();
      return null;
    },
    [client],
  );

  const actions = useMemo(
    () => ({
      refresh,
      signIn: async (email: string, password: string) => enter(await logIn(email, password)),
      redeem: async (secret: string, password: string) => enter(await redeemLink(secret, password)),
      enter: (opened: SignedIn) => enter(keepToken(opened)),
      register: async (name: string, email: string, password: string) => void (await enter(await registerUser(name, email, password))),
      giveUp: () => leave("expired"),
      signOut: () => {
        logOut();
        leave("signed-out");
      },
      settle: () =>
        setState((was) => (was.status === "unauthenticated" ? { status: "unauthenticated", left: "never" } : was)),
    }),
    [enter, leave, refresh],
  );

  useInitialise(state.status === "initialising", start, leave);
  useEffect(
    () =>
      onSessionEnd(() =>
        setState((was) => {
          // a late answer to a request that was sent before signing out
          if (was.status === "unauthenticated") return was;
          return was.status === "authenticated" ? { ...was, lapsed: true } : { status: "unauthenticated", left: "never" };
        }),
      ),
    [],
  );
  useOtherTabs(refresh, leave);
  const signedIn = state.status === "authenticated" && !state.lapsed ? state.user.id : null;
  useEffect(() => {
    if (state.status !== "initialising") forgetTermsOfOthers(signedIn);
  }, [state.status, signedIn]);

  const session = useMemo(() => ({ ...state, ...actions }), [state, actions]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * At start, fetches the user and the desk of a stored token; on failure the visitor is signed out, without a message
 * (spec, section 8).
 */
function useInitialise(needed: boolean, start: () => Promise<void>, leave: (left: Left) => void) {
  useEffect(() => {
    if (needed) start().catch(() => leave("never"));
  }, [needed, start, leave]);
}

/** All tabs of a browser share the token: signing in or out in one tab takes effect in the others. */
function useOtherTabs(refresh: () => Promise<void>, leave: (left: Left) => void) {
  useEffect(
    () =>
      accessToken.onChangeElsewhere((token) => {
        if (token) refresh().catch(() => leave("never"));
        else leave("signed-out");
      }),
    [refresh, leave],
  );
}
