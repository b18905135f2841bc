import { useQueries } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";

import { isMissing } from "@/api/error";
import type { RestrictionRequest, ReviewStory, Statement } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { Announcer } from "@/components/desk/announcer";
import { stateOf } from "@/components/desk/mail-state";
import { RequestCard } from "@/components/desk/request-card";
import { StatusDot } from "@/components/desk/status-dot";
import { useSourceName } from "@/components/desk/use-source-name";
import { useStatus } from "@/components/desk/use-status";
import { PageHead } from "@/components/layout/page-head";
import { Facts } from "@/components/organisation/facts";
import { LoadFailed } from "@/components/ui/load-failed";
import { graphQuery } from "@/features/process/use-process";
import { AuthorAndCopies } from "@/features/subject/beside";
import { ItemBody } from "@/features/subject/item-body";
import { useStory } from "@/features/subject/use-story";
import { useConnection } from "@/lib/connection";
import { formatDateTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useMedia } from "@/lib/use-media";
import { UNKNOWN_STATUS } from "@/lib/unknown-status";

import { MissingReview } from "./missing-review";
import { Moves } from "./moves";
import { Revisions } from "./revisions";
import { StoryActions } from "./story-actions";
import { newestOf, StoryGraphs, StoryProcessCard } from "./story-graphs";
import { StorySkeleton } from "./story-skeleton";
import { StoryTimeline } from "./story-timeline";
import styles from "./story.module.css";

const WIDE = "(min-width: 1440px)"; // from this width, the related information fits beside the text

/** The whole record of a review: revisions, requests, decisions and timeline. */
export function StoryPage({ reviewId }: { reviewId: number }) {
  const { t } = useTranslation();
  const story = useStory(reviewId);
  const failure = useFailure(story);
  const offline = useConnection().state === "offline";
  const status = useStatus(story.data?.review.status, story.data?.held_until);
  const source = useSourceName(story.data?.review.source ?? "");
  const number = t("story.title", { id: reviewId });
  const given = story.data?.review.title ?? "";
  const title = given === "" ? number : given;

  const isWide = useMedia(WIDE);
  const graphs = useQueries({ queries: kindsOf(story.data).map(graphQuery) });

  // graphs are cached after the first visit; before that, wait for them, to avoid layout shifts
  if ((story.isPending && failure.error === null) || graphs.some(({ isPending, errorUpdateCount }) => isPending && errorUpdateCount === 0 && !offline))
    return (
      <>
        <PageHead title={title} facts={[UNKNOWN_STATUS]} />
        <StorySkeleton />
      </>
    );
  if (!story.data)
    return (
      <>
        <PageHead title={title} facts={[]} />
        {isMissing(failure.error) ? (
          <MissingReview />
        ) : (
          <LoadFailed
            title={t("story.failed")}
            error={failure.error}
            onRetry={failure.retry}
            retrying={failure.retrying}
          />
        )}
      </>
    );

  const { review } = story.data;
  const [moderation] = newestOf(story.data.processes);
  const related = (
    <div className={styles.pair}>
      <AuthorAndCopies story={story.data} title={t("story.beside.title")} />
    </div>
  );
  return (
    <>
      <PageHead title={title} facts={[title !== number && number, wideOnly(review.company?.name), wideOnly(source), status]} />
      <div className={`page ${styles.page}`}>
        <StoryActions story={story.data} />
        <StoryProcessCard story={story.data} />
        <div className={`cols ${styles.cols}`}>
          <div className="stack">
            <section className={`card ${styles.text}`}>
              <ItemBody subject={review} screening={null} apart />
            </section>
            {moderation && <Moves process={moderation} />}
            <Requests requests={story.data.requests} />
            <Statements statements={story.data.statements} />
            <Revisions revisions={story.data.revisions} />
            {!isWide && related}
          </div>
          <div className="stack">
            <StoryFacts story={story.data} />
            {isWide && related}
            <StoryGraphs processes={story.data.processes} />
            <StoryTimeline processes={story.data.processes} source={review.source} />
          </div>
        </div>
      </div>
      <Announcer />
    </>
  );
}

/** Hidden on a phone, where only the status fits; the card of facts has the others. */
const wideOnly = (fact: string | undefined) => fact && <span className="not-phone">{fact}</span>;

function kindsOf(story: ReviewStory | undefined): string[] {
  return [...new Set(story?.processes.map(({ kind }) => kind))];
}

/** The restriction requests about the review, oldest first. */
function Requests({ requests }: { requests: readonly RestrictionRequest[] }) {
  const { t } = useTranslation();
  if (requests.length === 0) return null;
  return (
    <section className="stack" aria-label={t("story.requests")}>
      {requests.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
    </section>
  );
}

/**
 * The statements of reasons to the author, and the delivery of their letters. The page scrolls to the one in its
 * address.
 */
function Statements({ statements }: { statements: readonly Statement[] }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  useEffect(() => {
    const named = document.getElementById(hash.slice(1));
    named?.focus({ preventScroll: true });
    named?.scrollIntoView({ block: "center" });
  }, [hash]);
  if (statements.length === 0) return null;
  return (
    <section className="card" aria-labelledby="statements-title">
      <div className="card-head">
        <h2 id="statements-title">{t("story.statements.title")}</h2>
      </div>
      <ul className={styles.list}>
        {statements.map((one) => (
          <li key={one.reference} id={one.reference} className="stack-s" tabIndex={-1}>
            <p className="row wrap">
              <strong>{one.reason.title}</strong>
              <span className="mono">{one.reference}</span>
              <span className="end" />
              <time className="meta" dateTime={one.created_at}>
                {formatDateTime(one.created_at)}
              </time>
            </p>
            <p dir="auto">{one.explanation}</p>
            <p className="soft" dir="auto">
              {one.facts}
            </p>
            <p className="meta">
              {one.mail
                ? t(`story.statements.mail.${stateOf(one.mail.state)}`, { to: one.mail.to })
                : t("story.statements.mail.no_address")}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The review's author, source, and times of arrival and publication, and its requests. */
function StoryFacts({ story }: { story: ReviewStory }) {
  const { t } = useTranslation();
  const { review, external_id: externalId, processes, requests } = story;
  const source = useSourceName(review.source);
  const live = ["published", "restricted"].includes(review.status) ? processes.findLast(({ outcome }) => outcome === "published")?.finished : null;
  const until = review.status === "restricted" ? processes.findLast(({ outcome }) => outcome === "restricted")?.finished : null;
  const published = live && until ? t("story.facts.publishedUntil", { from: formatDateTime(live), to: formatDateTime(until) }) : live && formatDateTime(live);
  return (
    <section className={`card ${styles.facts}`} aria-labelledby="story-facts">
      <div className="card-head">
        <h2 id="story-facts">{t("story.facts.title")}</h2>
        <span className="end" />
        <StatusDot status={review.status} heldUntil={story.held_until} />
      </div>
      <div className="card-body">
        <Facts
          of={[
            [t("story.facts.author"), <bdi>{review.authorName || t("work.item.nameless")}</bdi>],
            [t("story.facts.company"), review.company && <Link to={paths.company(review.company.id)} dir="auto">{review.company.name}</Link>],
            [t("story.facts.source"), source],
            [t("story.facts.external"), <bdi className="mono">{externalId}</bdi>],
            [t("story.facts.received"), formatDateTime(review.received_at)],
            [t("story.facts.published"), published ?? t("story.facts.notPublished")],
            [t("story.facts.requests"), requests.length === 0 ? t("story.facts.noRequests") : t("story.facts.asked", { count: requests.length })],
          ]}
        />
      </div>
    </section>
  );
}
