import { useQuery } from "@tanstack/react-query";
import { Check, Clock, LayoutDashboard, type LucideIcon, Mail, RefreshCw } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { LEVELS } from "@/components/organisation/levels";
import { Avatar } from "@/components/ui/avatar";
import { Button, buttonClass } from "@/components/ui/button";
import { CardFailed } from "@/components/ui/card-failed";
import { Icon } from "@/components/ui/icon";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/lib/clock";
import { useAge } from "@/lib/use-moment";
import { addWords } from "@/lib/words";
import { accounts } from "@/lib/words/en/accounts";

import { useSession, useUser } from "./session-context";

addWords({ accounts }); // the names of the levels

const LOOK_MS = 60_000;

/**
 * For signed-in people without permissions, that is clients and new staff: what is done, what is missing, and who can
 * grant access.
 */
export function WelcomePage() {
  const { t } = useTranslation();
  const title = useId();
  const user = useUser();
  const { asking, lookedAt, ask } = useAccess();
  const ageOf = useAge();
  const now = useNow();
  return (
    <>
      <PageHead title={t("states.welcome.title")} facts={[t("states.welcome.fact", { email: user.email })]} />
      <div className="page">
        <div className="cols welcome">
          <section className="card card-body stack" aria-labelledby={title}>
            <div className="stack-s">
              <h2 id={title}>{t("states.welcome.headline")}</h2>
              <p className="soft">{t("states.welcome.text")}</p>
            </div>
            <ol className="way">
              <Step icon={Check} state="done" title={t("states.welcome.made")}>
                {t("states.welcome.madeText", { email: user.email })}
              </Step>
              <Step icon={Clock} state="now" title={t("states.welcome.access")}>
                {t("states.welcome.accessText")}
              </Step>
              <Step icon={LayoutDashboard} title={t("states.welcome.dashboard")}>
                {t("states.welcome.dashboardText")}
              </Step>
            </ol>
            <div className="row wrap welcome-foot">
              <Button tone="primary" icon={RefreshCw} busy={asking} onClick={ask}>
                {t("states.welcome.refresh")}
              </Button>
              {lookedAt > 0 && (
                <span className="meta">
                  {now - lookedAt < LOOK_MS ? t("states.welcome.lookedNow") : t("states.welcome.looked", { age: ageOf(new Date(lookedAt).toISOString()) })}
                </span>
              )}
            </div>
          </section>
          <div className="stack">
            <WhoCanHelp />
            <You />
          </div>
        </div>
      </div>
    </>
  );
}

/**
 * Polls whether access was granted, without counting as activity of the person. If it was, or on request, reloads the
 * person.
 */
function useAccess() {
  const { refresh } = useSession();
  const [asking, setAsking] = useState(false);
  const access = useQuery({ ...read("/api/user/me/access"), refetchInterval: LOOK_MS });
  const given = (access.data?.cms_access.length ?? 0) > 0;
  useEffect(() => {
    if (given) refresh().catch(() => undefined); // the next poll tries again
  }, [given, refresh, access.dataUpdatedAt]);
  const ask = () => {
    setAsking(true);
    void Promise.all([refresh(), access.refetch()])
      .catch(() => undefined)
      .finally(() => setAsking(false));
  };
  return { asking, ask, lookedAt: access.dataUpdatedAt };
}

interface StepProps {
  icon: LucideIcon;
  title: string;
  /** Whether the step is done, or the current one. */
  state?: "done" | "now";
  children: ReactNode;
}

function Step({ icon, title, state, children }: StepProps) {
  return (
    <li className={state && `is-${state}`} aria-current={state === "now" ? "step" : undefined}>
      <span className="way-sign">
        <Icon of={icon} />
      </span>
      <div>
        <p className="strong">{title}</p>
        <p className="soft">{children}</p>
      </div>
    </li>
  );
}

/** People who can grant access, shown to staff only: clients get no names. */
function WhoCanHelp() {
  const { t } = useTranslation();
  const title = useId();
  const granters = useQuery(read("/api/permissions/granters", { query: { permission: "moderation" } }));
  const failure = useFailure(granters);
  const people = granters.data?.items;
  if (!people && failure.error !== null) return <CardFailed id={title} title={t("states.welcome.help")} onRetry={failure.retry} retrying={failure.retrying} />;
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("states.welcome.help")}</h2>
      </div>
      {people === undefined ? (
        <ul className="card-body stack-s" role="status" aria-label={t("common.loading")}>
          {[0, 1].map((place) => (
            <li key={place} className="row welcome-person">
              <Skeleton width="60%" />
            </li>
          ))}
        </ul>
      ) : people.length === 0 ? (
        <p className="card-body soft">{t("states.welcome.askTeam")}</p>
      ) : (
        <ul className="card-body stack-s">
          {people.map(({ id, name, email, access_level: level }) => (
            <li key={id} className="row welcome-person">
              <Avatar name={name} size="m" />
              <div className="cut">
                <bdi className="strong">{name}</bdi>
                <p className="meta">{t(`states.welcome.levels.${level}`, { defaultValue: t(`accounts.levels.${level}.name`) })}</p>
              </div>
              <span className="end" />
              <a className={buttonClass("neutral", "s")} href={`mailto:${email}`} aria-label={t("states.welcome.writeTo", { name })}>
                <Icon of={Mail} />
                {t("states.welcome.write")}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Who is signed in, so that a person can mention it when asking for help. */
function You() {
  const { t } = useTranslation();
  const title = useId();
  const { name, access_level: accessLevel } = useUser();
  const level = LEVELS.find((known) => known === accessLevel);
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("states.welcome.you")}</h2>
      </div>
      <div className="card-body">
        <dl className="facts">
          <dt>{t("states.welcome.name")}</dt>
          <dd>
            <bdi>{name.full}</bdi>
          </dd>
          <dt>{t("states.welcome.level")}</dt>
          <dd>{level ? t("states.welcome.levelIs", { level: t(`accounts.levels.${level}.name`), says: t(`accounts.levels.${level}.says`) }) : t("states.welcome.noLevel")}</dd>
        </dl>
      </div>
    </section>
  );
}
