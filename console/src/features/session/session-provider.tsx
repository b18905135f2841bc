import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";

import { forgetAnswers } from "@/api/conditional";
import { onSessionEnd } from "@/api/client";
import type { User } from "@/api/types";
import { accessToken } from "@/lib/access-token";
import { forgetTermsOfOthers } from "@/lib/recent-terms";

import { deskQuery, logIn, logOut, meQuery, redeemLink, registerUser } from "./calls";
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
      // a stored token that no longer holds is nobody's session: that start stays without a message
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
  const start = useCallback(() => read({ staleTime: "static" }), [read]); // the router may have asked already

  const enter = useCallback(
    async (user: User) => {
      let isLeft = false;
      const left = () => (isLeft = true);
      window.addEventListener("beforeunload", left);
      const desk = await client
        .query(deskQuery)
        .catch((error: unknown) => {
          if (!isLeft) logOut(); // a page that is left takes its requests back: the next one begins from the token
          throw error;
        })
        .finally(() => window.removeEventListener("beforeunload", left));
      client.setQueryData(meQuery.queryKey, user);
      setState({ status: "authenticated", user, desk });
      // the data of the page is old, and requests in between were refused
      void client.invalidateQueries();
    },
    [client],
  );

  const actions = useMemo(
    () => ({
      refresh,
      signIn: async (email: string, password: string) => enter(await logIn(email, password)),
      redeem: async (secret: string, password: string) => enter(await redeemLink(secret, password)),
      register: async (name: string, email: string, password: string) => enter(await registerUser(name, email, password)),
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
          if (was.status === "unauthenticated") return was; // answers to what was asked before leaving
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

/** At start a stored token fetches its user and the desk; failure means unauthenticated, without a message (spec, section 8). */
function useInitialise(needed: boolean, start: () => Promise<void>, leave: (left: Left) => void) {
  useEffect(() => {
    if (needed) start().catch(() => leave("never"));
  }, [needed, start, leave]);
}

/** All tabs of a browser share the token: signing in or out in one shows in the others. */
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
