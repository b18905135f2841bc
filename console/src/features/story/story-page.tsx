import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { isMissing } from "@/api/error";
import type { ReviewStory } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { Announcer } from "@/components/desk/announcer";
import { useSourceName } from "@/components/desk/use-source-name";
import { useStatus } from "@/components/desk/use-status";
import { PageHead } from "@/components/layout/page-head";
import { LoadFailed } from "@/components/ui/load-failed";
import { graphQuery } from "@/features/process/use-process";
import { AuthorAndCopies } from "@/features/subject/beside";
import { ItemBody } from "@/features/subject/item-body";
import { useStory } from "@/features/subject/use-story";
import { useConnection } from "@/lib/connection";
import { UNKNOWN_STATUS } from "@/lib/unknown-status";

import { MissingReview } from "./missing-review";
import { Moves } from "./moves";
import { Requests } from "./requests";
import { Revisions } from "./revisions";
import { Statements } from "./statements";
import styles from "./story.module.css";
import { StoryActions } from "./story-actions";
import { StoryFacts } from "./story-facts";
import { newestOf, StoryGraphs, StoryProcessCard } from "./story-graphs";
import { StorySkeleton } from "./story-skeleton";
import { StoryTimeline } from "./story-timeline";

/** The whole record of a review: revisions, requests, decisions and timeline. */
export function StoryPage({ reviewId }: { reviewId: number }) {
  const { t } = useTranslation();
  const story = useStory(reviewId);
  const failure = useFailure(story);
  const offline = useConnection().state === "offline";
  const status = useStatus(story.data?.review.status);
  const source = useSourceName(story.data?.review.source ?? "");
  const number = t("story.title", { id: reviewId });
  const given = story.data?.review.title ?? "";
  const title = given === "" ? number : given;

  const graphs = useQueries({ queries: kindsOf(story.data).map(graphQuery) });

  // graphs are cached after the first visit; before, they load with the page, to avoid layout shifts
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
  return (
    <>
      <PageHead title={title} facts={[title !== number && number, review.company?.name, source, status]} />
      <div className={`page ${styles.page}`}>
        <StoryActions story={story.data} />
        <StoryProcessCard processes={story.data.processes} status={story.data.review.status} />
        <div className={`cols ${styles.cols}`}>
          <div className="stack">
            <section className={`card ${styles.text}`}>
              <ItemBody subject={review} screening={null} apart />
            </section>
            {moderation && <Moves process={moderation} />}
            <Requests requests={story.data.requests} />
            <Statements statements={story.data.statements} />
            <Revisions revisions={story.data.revisions} />
            <div className={styles.pair}>
              <AuthorAndCopies story={story.data} title={t("story.beside.title")} />
            </div>
          </div>
          <div className="stack">
            <StoryFacts story={story.data} />
            <StoryGraphs processes={story.data.processes} />
            <StoryTimeline processes={story.data.processes} source={review.source} />
          </div>
        </div>
      </div>
      <Announcer />
    </>
  );
}

function kindsOf(story: ReviewStory | undefined): string[] {
  return [...new Set(story?.processes.map(({ kind }) => kind))];
}
