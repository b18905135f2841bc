import { memo, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { ReviewDetail, Subject } from "@/api/types";
import { FlaggedWords } from "@/components/desk/flagged-words";
import { flagsOf, marksIn } from "@/components/desk/flags";
import { MarkedText } from "@/components/desk/marked-text";
import { Skeleton } from "@/components/ui/skeleton";
import { Revisions } from "@/features/revise/lazy";

import { isBlind } from "./blind";
import { CompanyFigures } from "./company-figures";
import type { EditOffer } from "./edit-button";
import { ItemHead } from "./item-head";
import { LookBeside } from "./look-beside";
import { ScreeningWarnings } from "./screening-warnings";

interface Props {
  subject: Subject;
  screening: ReviewDetail["screening"];
  /** What stands before the review. */
  before?: ReactNode;
  /** Left out where the text cannot be edited in this step. */
  edit?: EditOffer | undefined;
  /** On a page that shows revisions and similar reviews separately. */
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
      <FlaggedWords flags={flagsOf(words)} />
      {!apart && subject.revision > 1 && (
        <Suspense fallback={<Skeleton width="60%" />}>
          <Revisions reviewId={subject.id} newest={subject.revision} />
        </Suspense>
      )}
      {company && <CompanyFigures company={company} />}
      {apart || isBlind(subject) ? null : <LookBeside reviewId={subject.id} />}
    </div>
  );
});
