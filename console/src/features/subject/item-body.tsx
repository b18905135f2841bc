import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { memo, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { ReviewDetail, Subject } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { FlaggedWords } from "@/components/desk/flagged-words";
import { flagsOf, marksIn } from "@/components/desk/flags";
import { MarkedText } from "@/components/desk/marked-text";
import { screeningOf, warningsOf } from "@/components/desk/screening";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { Revisions } from "@/features/revise/lazy";

import { AuthorAndCopies } from "./beside";
import { isBlind } from "./blind";
import { CompanyFigures } from "./company-figures";
import type { EditOffer } from "./edit-button";
import { ItemHead } from "./item-head";
import { storyQuery } from "./use-story";

interface Props {
  subject: Subject;
  screening: ReviewDetail["screening"];
  /** Content before the review. */
  before?: ReactNode;
  /** Left out if the text cannot be edited in this step. */
  edit?: EditOffer | undefined;
  /** True if the page shows revisions and similar reviews separately. */
  apart?: boolean;
}

/** The review as its readers would see it, with further facts. */
export const ItemBody = memo(function ItemBody({ subject, screening, before, edit, apart = false }: Props) {
  const { t } = useTranslation();
  const { text, constructive, flagged_words: words, company } = subject;
  return (
    <div className="item-body" tabIndex={0} role="region" aria-label={t("work.item.label")}>
      {before}
      <ItemHead subject={subject} edit={edit} />
      <ScreeningWarnings screening={screening} />
      {text.trim() ? (
        <div className="prose">
          <MarkedText text={text} marks={marksIn("text", words)} />
        </div>
      ) : (
        <p className="dim">{t("work.item.textless")}</p>
      )}
      {constructive.trim() && (
        <section className="stack-s">
          <h3 className="section-title">
            {t("work.item.constructive")}
            <span className="end" />
            <span>{t("work.item.constructiveHint")}</span>
          </h3>
          <div className="apart">
            <div className="prose">
              <MarkedText text={constructive} marks={marksIn("constructive", words)} />
            </div>
          </div>
        </section>
      )}
      {/* in one column, an open form is between this and the text */}
      <div className="item-more">
        <FlaggedWords flags={flagsOf(words)} />
        {!apart && subject.revision > 1 && (
          <Suspense fallback={<Skeleton width="60%" />}>
            <Revisions reviewId={subject.id} newest={subject.revision} />
          </Suspense>
        )}
        {company && "rejected" in company && <CompanyFigures company={company} />}
        {apart || isBlind(subject) ? null : <LookBeside reviewId={subject.id} />}
      </div>
    </div>
  );
});

/** Reviews by the same author and with the same text, loaded on request. */
function LookBeside({ reviewId }: { reviewId: number }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const story = useQuery({ ...storyQuery(reviewId), enabled: wanted });
  const failure = useFailure(story);
  if (!wanted)
    return (
      <div className="at-text">
        <Button size="s" tone="quiet" icon={Layers} onClick={() => setWanted(true)}>
          {t("story.beside.show")}
        </Button>
      </div>
    );
  if (story.data) return <AuthorAndCopies story={story.data} />;
  if (failure.error !== null)
    return (
      <LoadFailed
        title={t("story.beside.failed")}
        error={failure.error}
        onRetry={failure.retry}
        retrying={failure.retrying}
      />
    );
  return (
    <div role="status" aria-label={t("common.loading")}>
      <Skeleton width="60%" />
    </div>
  );
}

/** Findings of screening other than flagged words, shown as warnings. */
function ScreeningWarnings({ screening }: { screening: ReviewDetail["screening"] }) {
  const { t } = useTranslation();
  const found = screeningOf(screening);
  const warnings = found ? warningsOf(found, t) : [];
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning">
      <strong>{t("work.screening.title")}:</strong> <bdi>{warnings.join("; ")}.</bdi>
    </Notice>
  );
}
