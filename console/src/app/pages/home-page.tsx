import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { MentionsCard } from "@/features/mentions/mentions-card";
import { useUser } from "@/features/session/session-context";
import { WelcomePage } from "@/features/session/welcome-page";
import { Allowed } from "@/lib/permissions";

/** The dashboard; for an account with no access at all, the welcome screen. */
export function HomePage() {
  return useUser().cms_access.length > 0 ? <Dashboard /> : <WelcomePage />;
}

function Dashboard() {
  return (
    <DashboardPage>
      <Allowed permission="moderation">
        <MentionsCard />
      </Allowed>
    </DashboardPage>
  );
}
