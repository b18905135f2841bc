import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { CardFailed } from "@/components/ui/card-failed";
import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { MentionsCard } from "@/features/mentions/mentions-card";
import { useUser } from "@/features/session/session-context";
import { WelcomePage } from "@/features/session/welcome-page";
import { useConnection } from "@/lib/connection";
import { lazyPart } from "@/lib/lazy-part";
import { Allowed } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

const MyWorkCard = lazyPart(async () => ({ default: (await import("@/features/figures/my-work-card")).MyWorkCard }));
const EscalationsCard = lazyPart(async () => ({
  default: (await import("@/features/figures/escalations-card")).EscalationsCard,
}));
const FailedJobsCard = lazyPart(async () => ({
  default: (await import("@/features/jobs/failed-jobs-card")).FailedJobsCard,
}));

const MY_WORK_PX = 262; // nothing below it moves when it comes

/** The dashboard; for an account with no access at all, the welcome screen. */
export function HomePage() {
  return useUser().cms_access.length > 0 ? <Dashboard /> : <WelcomePage />;
}

function Dashboard() {
  const { t } = useTranslation();
  const titles = useTitles();
  return (
    <DashboardPage>
      <Allowed permission="moderation">
        <Suspense fallback={<CardToCome id="my-work-title" title={titles.queue("assigned_to_me")} blockSize={MY_WORK_PX} />}>
          <MyWorkCard />
        </Suspense>
        <MentionsCard />
        <Suspense fallback={<CardToCome id="escalations-title" title={t("people.escalations.title")} />}>
          <EscalationsCard />
        </Suspense>
      </Allowed>
      <Allowed permission="head_moderator">
        <Suspense fallback={null}>
          <FailedJobsCard />
        </Suspense>
      </Allowed>
    </DashboardPage>
  );
}

interface CardToComeProps {
  id: string;
  title: string;
  /** Its height, where there is always one. */
  blockSize?: number;
}

/** Stands for a card while its code is on its way; without connection it says why the card is missing. */
function CardToCome({ id, title, blockSize }: CardToComeProps) {
  const { state } = useConnection();
  if (state === "offline") return <CardFailed id={id} title={title} />;
  return blockSize === undefined ? null : <div className="card" style={{ blockSize }} aria-hidden />;
}
