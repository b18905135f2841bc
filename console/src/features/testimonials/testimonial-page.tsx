import "@/features/transcription/words";

import { useQueryClient } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router-dom";

import { ApiError } from "@/api/error";
import { refresh } from "@/api/queries";
import { testimonialHeldUntil } from "@/api/subjects";
import { useFailure } from "@/api/use-failure";
import { Announcer } from "@/components/desk/announcer";
import { useStatus } from "@/components/desk/use-status";
import { PageHead } from "@/components/layout/page-head";
import { buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { useTakeNext } from "@/features/claim/use-take-next";
import { ItemPane } from "@/features/item/item-pane";
import { ItemSkeleton } from "@/features/item/item-skeleton";
import { kindOf } from "@/features/kinds/kinds";
import type { Moves } from "@/features/tasks/moves";
import { itemRead } from "@/features/tasks/task-reads";
import { TESTIMONIAL, useTestimonial } from "@/features/transcription/use-testimonial";
import { pathOfItem, useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { UNKNOWN_STATUS } from "@/lib/unknown-status";

import styles from "./testimonials.module.css";

/** One testimonial: its file, its transcription, and the actions in its current step. */
export function TestimonialPage() {
  const { testimonialID } = useParams();
  return <OneTestimonial key={testimonialID} id={Number(testimonialID)} />;
}

function OneTestimonial({ id }: { id: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const testimonial = useTestimonial(id);
  const failure = useFailure(testimonial);
  const desk = useDesk();
  const next = useTakeNext("testimonials", (taskId) => void navigate(pathOfItem(desk, "testimonials", taskId) ?? paths.home));
  // after a decision, the page shows the same testimonial in its new step
  const moves: Moves = useMemo(
    () => ({ onward: (taskId) => void refresh(client, TESTIMONIAL, itemRead(taskId)), back: () => void refresh(client, TESTIMONIAL) }),
    [client],
  );
  const { data } = testimonial;
  const known = useStatus(data?.status, data && testimonialHeldUntil(data.status, data.task));
  const missing = failure.error instanceof ApiError && failure.error.status === 404;
  return (
    <>
      <PageHead
        title={t("testimonials.number", { id })}
        facts={[data ? known : UNKNOWN_STATUS, data && t(`work.row.media.${data.medium}`), data?.company.name]}
        back={{ to: paths.testimonialList, label: t("navigation.testimonialList") }}
      />
      <div className={`desk show-item ${styles.one}`}>
        <article className="item" tabIndex={-1} aria-label={t("work.item.region")}>
          {data?.task && data.status !== "examining" ? (
            <ItemPane key={data.task.task_id} taskId={data.task.task_id} listed={false} next={next} moves={moves} />
          ) : data ? (
            <Unworkable testimonial={data} />
          ) : missing ? (
            <Empty
              icon={SearchX}
              title={t("testimonials.missing", { id })}
              actions={
                <Link className={buttonClass()} to={paths.testimonialList}>
                  {t("navigation.testimonialList")}
                </Link>
              }
            />
          ) : failure.error === null ? (
            <ItemSkeleton />
          ) : (
            <LoadFailed title={t("testimonials.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
          )}
        </article>
      </div>
      <Announcer />
    </>
  );
}

// in these statuses, the file's place says why nobody can work on it
const SAYS_ITSELF: ReadonlySet<string> = new Set(["examining", "file_refused"]);

/** A person may not check their own transcription; they can only read it. */
function Unworkable({ testimonial }: { testimonial: NonNullable<ReturnType<typeof useTestimonial>["data"]> }) {
  const { t } = useTranslation();
  const subject = { ...testimonial, kind: "testimonial", locked: false, locked_by: "", locked_id: 0, assigned_to: null, begun_by: null, escalation_notes: "" } as const;
  const { Body, Aside } = kindOf(subject);
  const told = SAYS_ITSELF.has(testimonial.status) ? null : testimonial.status === "to_check" ? "testimonials.barred" : "testimonials.ended";
  return (
    <div className="item-grid">
      <Body
        subject={subject}
        edit={undefined}
        assigned={told && <Notice tone="info">{t(told)}</Notice>}
      />
      <div className="item-aside">
        {Aside && <Aside subject={subject} />}
      </div>
    </div>
  );
}
