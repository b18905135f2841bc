import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { useUser } from "@/features/session/session-context";
import { WelcomePage } from "@/features/session/welcome-page";

/** The dashboard; for an account with no access at all, the welcome screen. */
export function HomePage() {
  return useUser().cms_access.length > 0 ? <DashboardPage /> : <WelcomePage />;
}
