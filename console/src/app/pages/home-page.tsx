import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useOutletContext } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { CardFailed } from "@/components/ui/card-failed";
import type { OpenCounts } from "@/features/counts/use-open-counts";
import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { useDashboard } from "@/features/figures/use-figures";
import { MentionsCard } from "@/features/mentions/mentions-card";
import { useUser } from "@/features/session/session-context";
import { useConnection } from "@/lib/connection";
import { useDesk } from "@/lib/desk";
import { lazyPart } from "@/lib/lazy-part";
import { Allowed, useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

const WelcomePage = lazyPart(async () => ({ default: (await import("@/features/session/welcome-page")).WelcomePage }));
/** The cards with charts and tables, in a file that is loaded separately from the queues. */
const cards = () => import("@/features/figures/cards");
const HeadCards = lazyPart(async () => ({ default: (await cards()).HeadCards }));
const MyWorkCard = lazyPart(async () => ({ default: (await cards()).MyWorkCard }));
const MyFiguresCard = lazyPart(async () => ({ default: (await cards()).MyFiguresCard }));
const DecidedCard = lazyPart(async () => ({ default: (await cards()).DecidedCard }));
const EscalationsCard = lazyPart(async () => ({ default: (await cards()).EscalationsCard }));
const DaysCard = lazyPart(async () => ({ default: (await cards()).DaysCard }));
const OverdueCard = lazyPart(async () => ({ default: (await cards()).OverdueCard }));
const HealthCard = lazyPart(async () => ({ default: (await cards()).HealthCard }));
const FailedJobsCard = lazyPart(async () => ({
  default: (await import("@/features/jobs/failed-jobs-card")).FailedJobsCard,
}));

// the heights are reserved, so that nothing moves when the cards appear
const [DAYS_PX, DAYS_OF_HEADS_PX, DECIDED_PX, HEALTH_PX, HEADS_PX, MY_FIGURES_PX] = [304, 368, 212, 178, 920, 209];
const myWorkPx = (items: number) => 49 + (items > 0 ? 89 * Math.min(items, 4) : 52);

/** The dashboard; for an account with no access at all, the welcome screen. */
export function HomePage() {
  const user = useUser();
  if (user.cms_access.length > 0) return <Dashboard />;
  return (
    <Suspense fallback={<WelcomeToCome />}>
      <WelcomePage />
    </Suspense>
  );
}

/** The welcome screen while its code is loading: its steps without their icons. */
function WelcomeToCome() {
  const { t } = useTranslation();
  const { email } = useUser();
  return (
    <>
      <PageHead title={t("states.welcome.title")} facts={[t("states.welcome.fact", { email })]} />
      <div className="page">
        <div className="cols welcome">
          <section className="card card-body stack">
            <div className="stack-s">
              <h2>{t("states.welcome.headline")}</h2>
              <p className="soft">{t("states.welcome.text")}</p>
            </div>
            <ol className="way">
              {(["made", "access", "dashboard"] as const).map((step) => (
                <li key={step}>
                  <span className="way-sign" />
                  <div>
                    <p className="strong">{t(`states.welcome.${step}`)}</p>
                    <p className="soft">{t(`states.welcome.${step}Text`, { email })}</p>
                  </div>
                </li>
              ))}
            </ol>
          </section>
        </div>
      </div>
    </>
  );
}

/** The cards that the person's permissions call for: their own work, or everybody's as well. */
function Dashboard() {
  const { t } = useTranslation();
  const titles = useTitles();
  const can = useCan();
  const counts = useOutletContext<OpenCounts | undefined>(); // the same counts as in the sidebar
  const worksInQueues = useDesk().queues.some(({ view, permission }) => !view && can(permission));
  const query = useDashboard(worksInQueues);
  const figures = query.data;
  const isHead = can("head_moderator");
  const days = worksInQueues && (
    <Suspense fallback={<CardToCome id="days-title" title={t("dashboard.cards.days")} blockSize={isHead ? DAYS_OF_HEADS_PX : DAYS_PX} />}>
      <DaysCard figures={figures} />
    </Suspense>
  );
  const items = counts?.assigned_to_me ?? 0;
  const later = (
    <Allowed permission="moderation">
      <Suspense fallback={<CardToCome id="my-figures-title" title={t("people.figures.title")} blockSize={MY_FIGURES_PX} />}>
        <MyFiguresCard items={items} />
      </Suspense>
      <Suspense fallback={<CardToCome id="escalations-title" title={t("people.escalations.title")} />}>
        <EscalationsCard />
      </Suspense>
    </Allowed>
  );
  return (
    <DashboardPage
      figures={figures}
      above={isHead && days}
      below={(queues) =>
        isHead ? (
          <Suspense fallback={null}>
            <OverdueCard query={query} queues={queues} />
          </Suspense>
        ) : (
          days
        )
      }
      last={
        !isHead &&
        worksInQueues && (
          <Suspense fallback={<CardToCome id="decided-title" title={t("dashboard.cards.decided")} blockSize={DECIDED_PX} />}>
            <DecidedCard figures={figures} />
          </Suspense>
        )
      }
      later={later}
    >
      {can("history") && (
        <Suspense fallback={<CardToCome id="health-title" title={t("dashboard.cards.health")} blockSize={HEALTH_PX} />}>
          <HealthCard figures={figures} />
        </Suspense>
      )}
      {isHead && !can("history") && (
        <Suspense fallback={null}>
          <FailedJobsCard />
        </Suspense>
      )}
      {isHead && (
        <Suspense fallback={<CardToCome id="heads-title" title={t("dashboard.cards.waiting")} blockSize={HEADS_PX} />}>
          <HeadCards query={query} />
        </Suspense>
      )}
      <Allowed permission="moderation">
        <Suspense fallback={<CardToCome id="my-work-title" title={titles.queue("assigned_to_me")} blockSize={myWorkPx(items)} />}>
          <MyWorkCard items={items} />
        </Suspense>
        <MentionsCard />
      </Allowed>
    </DashboardPage>
  );
}

interface CardToComeProps {
  id: string;
  title: string;
  /** The card's height, if it is constant. */
  blockSize?: number;
}

/** Placeholder for a card while its code is loading; without a connection it says why the card is missing. */
function CardToCome({ id, title, blockSize }: CardToComeProps) {
  const { state } = useConnection();
  if (state === "offline") return <CardFailed id={id} title={title} />;
  return blockSize === undefined ? null : <div className="card" style={{ blockSize }} aria-hidden />;
}
