import type { TFunction } from "i18next";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, Outlet, type Path, useLocation } from "react-router-dom";

import { onIdentityAsked } from "@/api/confirming";
import desk from "@/api/desk.json";
import type { Asked } from "@/features/session/confirm-identity";
import { LoadingScreen } from "@/features/session/loading-screen";
import { useSession } from "@/features/session/session-context";
import { SignInPage } from "@/features/session/sign-in-page";
import { DeskProvider } from "@/lib/desk";
import { lazyPart, patiently } from "@/lib/lazy-part";
import { paths } from "@/lib/paths";
import { AccessProvider } from "@/lib/permissions";

import { pageAt } from "./route-table";

const loadSignInAgain = async () => ({ default: (await import("@/features/session/sign-in-again")).SignInAgain });
const SignInAgain = lazyPart(loadSignInAgain);
const ConfirmIdentity = lazyPart(async () => ({ default: (await import("@/features/session/confirm-identity")).ConfirmIdentity }));
const SetUpPage = lazyPart(async () => ({ default: (await import("@/features/factors/set-up-page")).SetUpPage }));

/** The location to return to after signing in. */
interface Arrival {
  from?: Path;
}

/** Admits people who are signed in; redirects others to /login, which remembers the location. */
export function SignedInOnly() {
  const session = useSession();
  const location = useLocation();
  const [asked, setAsked] = useState<Asked | null>(null);
  useFetchAhead(session.status === "authenticated");
  useEffect(() => onIdentityAsked((ways) => new Promise((settle) => setAsked({ ways, settle }))), []);
  if (session.status === "initialising") return <LoadingScreen />;
  if (session.status === "authenticated")
    return (
      <DeskProvider desk={session.desk}>
        <AccessProvider access={session.user.cms_access}>
          {session.user.owes_factor ? (
            <Suspense fallback={<LoadingScreen />}>
              <SetUpPage />
            </Suspense>
          ) : (
            <Outlet />
          )}
          {asked && (
            <Suspense>
              <ConfirmIdentity
                ways={asked.ways}
                settle={(confirmed) => {
                  setAsked(null);
                  asked.settle(confirmed);
                }}
              />
            </Suspense>
          )}
          {session.lapsed && (
            <Suspense>
              <SignInAgain />
            </Suspense>
          )}
        </AccessProvider>
      </DeskProvider>
    );
  // after a manual sign-out, the next person starts at the dashboard
  const arrival: Arrival = session.left === "signed-out" ? {} : { from: location };
  return <Navigate to={paths.login} replace state={arrival} />;
}

/** /login, for visitors only: people who are signed in are redirected to the remembered location or the dashboard. */
export function VisitorsOnly() {
  const session = useSession();
  const { t } = useTranslation();
  const { from } = (useLocation().state ?? {}) as Arrival;
  if (session.status === "initialising") return <LoadingScreen />;
  if (session.status === "authenticated")
    return (
      <>
        <LoadingScreen />
        <Navigate to={from ?? paths.home} replace />
      </>
    );
  return <SignInPage returnTo={from && titleAt(from.pathname, t)} />;
}

/** The name of the page at an address; undefined for the dashboard and for an address without a page. */
function titleAt(pathname: string, t: TFunction): string | undefined {
  const page = pageAt(pathname);
  if (page) return page.path === paths.home ? undefined : t(`navigation.${page.name}`);
  // nobody is signed in, so this is the desk at the time of the build
  const queue = desk.queues.find(({ path }) => `/${path}` === pathname);
  return queue && t(`desk.queues.${queue.name}`, { defaultValue: queue.title });
}

const QUIET_MS = 10_000;

/** Loads the dialog during the session: when it is needed, a newer build may have replaced its file. */
function useFetchAhead(signedIn: boolean) {
  useEffect(() => {
    if (!signedIn) return;
    const later = setTimeout(() => void patiently(loadSignInAgain).catch(() => undefined), QUIET_MS);
    return () => clearTimeout(later);
  }, [signedIn]);
}
