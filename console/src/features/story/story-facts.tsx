import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { ReviewStory } from "@/api/types";
import { StatusDot } from "@/components/desk/status-dot";
import { useSourceName } from "@/components/desk/use-source-name";
import { Facts } from "@/components/organisation/facts";
import { formatDateTime } from "@/lib/dates";
import { paths } from "@/lib/paths";

import styles from "./story.module.css";

/** Whose review it is and where it came from, when it came and went live, and what was asked about it. */
export function StoryFacts({ story }: { story: ReviewStory }) {
  const { t } = useTranslation();
  const { review, external_id: externalId, processes, requests } = story;
  const source = useSourceName(review.source);
  const live = review.status === "published" ? processes.findLast(({ outcome }) => outcome === "published")?.finished : null;
  return (
    <section className={`card ${styles.facts}`} aria-labelledby="story-facts">
      <div className="card-head">
        <h2 id="story-facts">{t("story.facts.title")}</h2>
        <span className="end" />
        <StatusDot status={review.status} />
      </div>
      <div className="card-body">
        <Facts
          of={[
            [t("story.facts.author"), <bdi>{review.authorName || t("work.item.nameless")}</bdi>],
            [t("story.facts.company"), review.company && <Link to={paths.company(review.company.id)} dir="auto">{review.company.name}</Link>],
            [t("story.facts.source"), source],
            [t("story.facts.external"), <bdi className="mono">{externalId}</bdi>],
            [t("story.facts.received"), formatDateTime(review.received_at)],
            [t("story.facts.published"), live ? formatDateTime(live) : t("story.facts.notPublished")],
            [t("story.facts.requests"), requests.length === 0 ? t("story.facts.noRequests") : t("story.facts.asked", { count: requests.length })],
          ]}
        />
      </div>
    </section>
  );
}
