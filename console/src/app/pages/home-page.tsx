import { Suspense } from "react";

import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { PlacesCard } from "@/features/dashboard/places-card";
import { MentionsCard } from "@/features/mentions/mentions-card";
import { useUser } from "@/features/session/session-context";
import { WelcomePage } from "@/features/session/welcome-page";
import { lazyPart } from "@/lib/lazy-part";
import { Allowed } from "@/lib/permissions";

import { usePlaceLinks } from "../use-place-links";

const MyWorkCard = lazyPart(async () => ({ default: (await import("@/features/figures/my-work-card")).MyWorkCard }));
const EscalationsCard = lazyPart(async () => ({
  default: (await import("@/features/figures/escalations-card")).EscalationsCard,
}));

/** The dashboard; for an account with no access at all, the welcome screen. */
export function HomePage() {
  return useUser().cms_access.length > 0 ? <Dashboard /> : <WelcomePage />;
}

function Dashboard() {
  const places = usePlaceLinks();
  return (
    <DashboardPage places={<PlacesCard places={places} />}>
      <Allowed permission="moderation">
        <Suspense fallback={<div className="card" style={{ blockSize: 262 }} aria-hidden />}>
          <MyWorkCard />
        </Suspense>
        <MentionsCard />
        <Suspense>
          <EscalationsCard />
        </Suspense>
      </Allowed>
    </DashboardPage>
  );
}
