import { EyeOff, Inbox, Printer } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { ApiError } from "@/api/error";
import type { ReviewStory } from "@/api/types";
import { Lookers } from "@/components/desk/lookers";
import { Button, buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { Reinstate } from "@/features/decide/reinstate";
import { usePresence } from "@/features/presence/use-presence";
import { pathOfItem, useDesk } from "@/lib/desk";
import { lazyPart } from "@/lib/lazy-part";
import { paths } from "@/lib/paths";
import { useMoment } from "@/lib/use-moment";
import { Allowed, type Permission, useCan } from "@/lib/permissions";

import styles from "./story.module.css";

const AskDialog = lazyPart(async () => ({ default: (await import("@/features/restrict/ask-dialog")).AskDialog }));

/**
 * The actions on a review's story: open it in its queue, request a restriction, reinstate, print. Also shows who else
 * reads it.
 */
export function StoryActions({ story }: { story: ReviewStory }) {
  const { t } = useTranslation();
  const can = useCan();
  const [refused, setRefused] = useState<"not_ended" | "unreachable" | null>(null);
  const [asking, setAsking] = useState(false);
  const { review, waiting, requests, processes } = story;
  const others = usePresence("review", review.id, true);
  const open = requests.some(({ status }) => status === "open");
  const desk = useDesk();
  const restriction = useRestriction(story);
  const place = waiting && can(waiting.permission as Permission) ? pathOfItem(desk, waiting.queue, waiting.task_id) : undefined;
  const last = waiting ? undefined : processes.findLast(({ outcome }) => outcome === review.status);

  return (
    <div className={`row wrap ${styles.actions}`}>
      {restriction && <p>{restriction}</p>}
      {waiting && !restriction && (
        <p>
          {t("story.waits")} <strong>{waiting.queue_title || t("story.held")}</strong>
        </p>
      )}
      {place && (
        <Link className={buttonClass("primary")} to={place}>
          <Icon of={Inbox} />
          {t("story.open")}
        </Link>
      )}
      {review.status === "published" && !open && (
        <Button icon={EyeOff} disabled={requests.length >= MOST} onClick={() => setAsking(true)}>
          {t("restrictions.ask.button")}
        </Button>
      )}
      {requests.length >= MOST && review.status === "published" && !open && (
        <span className="meta">{t("restrictions.ask.refused.too_many_requests")}</span>
      )}
      {last && (
        <Allowed permission="head_moderator">
          <Reinstate
            process={last}
            onRefused={(error) => setRefused(error instanceof ApiError && error.code === "not_ended" ? "not_ended" : "unreachable")}
          />
        </Allowed>
      )}
      {refused && (
        <Notice tone="danger" alert>
          {t("work.refused.title.reinstate")}: {t(`work.refused.reason.${refused}`)}
        </Notice>
      )}
      <span className="end" />
      <Lookers people={others} />
      {review.company && <Link to={paths.companyReviews(review.company.id)}>{t("story.ofCompany")}</Link>}
      <Button icon={Printer} tone="quiet" onClick={() => window.print()}>
        {t("story.print")}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <AskDialog reviewId={review.id} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * For a review that is restricted on request, or will be after a hold: its state, the reason, and the time. Null for
 * other reviews.
 */
function useRestriction({ review, processes, waiting }: ReviewStory): string | null {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const isHeld = review.status === "published" && Boolean(waiting?.fires_at);
  if (!isHeld && review.status !== "restricted") return null;
  const process = processes.findLast(({ outcome }) => outcome === (isHeld ? "" : review.status));
  const decision = process?.events.findLast(({ action }) => action === "decide");
  const at = isHeld ? waiting?.fires_at : process?.finished;
  const reason = decision?.data.reason_title;
  if (decision?.outcome !== "restrict" || typeof reason !== "string" || !at) return null;
  return t(`story.restriction.${isHeld ? "held" : "now"}`, { reason, moment: momentOf(at) });
}

const MOST = 3; // product.md, Restriction requests
