import "./words";

import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";

import type { TestimonialDetail } from "@/api/types";
import { FlaggedWords } from "@/components/desk/flagged-words";
import { flagsOf, marksIn } from "@/components/desk/flags";
import { MarkedLine, MarkedText } from "@/components/desk/marked-text";
import { Stars } from "@/components/desk/stars";
import { Notice } from "@/components/ui/notice";

import { Viewer } from "./viewer";

interface Props {
  testimonial: TestimonialDetail;
  assigned: ReactNode;
  /** What the reader has written of it, and not sent. */
  stored: string;
}

/** The file, then what is transcribed of it so far, with flagged words marked in it. */
export function TestimonialBody({ testimonial, assigned, stored }: Props) {
  const { t } = useTranslation();
  const { title, text, shown_as: shownAs, stars, flagged_words: words, status, file, consent, begun_by: begunBy } = testimonial;
  return (
    <div className="item-body" tabIndex={0} role="region" aria-label={t("testimonials.number", { id: testimonial.id })}>
      {assigned}
      {status === "examining" ? (
        <Notice tone="info">{t("testimonials.file.examining")}</Notice>
      ) : file.refusal ? (
        <Notice tone="danger">{t("testimonials.file.refused", { reason: file.refusal })}</Notice>
      ) : consent === "withdrawn" ? (
        <Notice tone="info">{t("testimonials.file.withdrawn")}</Notice>
      ) : (
        <Viewer key={testimonial.id} testimonial={testimonial} />
      )}
      <section className="stack-s beside-hides" aria-label={t("testimonials.text.title")}>
        <h2 className="section-title">{t("testimonials.text.title")}</h2>
        {begunBy && (
          <p className="dim">
            <Trans i18nKey="testimonials.text.begun" values={{ name: begunBy.name }} components={{ name: <bdi /> }} />
          </p>
        )}
        {text === "" ? (
          !begunBy && stored === "" && <p className="dim">{t("testimonials.text.none")}</p>
        ) : (
          <>
            {title && (
              <h2 dir="auto" tabIndex={-1}>
                <MarkedLine text={title} marks={marksIn("title", words)} />
              </h2>
            )}
            {stars !== null && <Stars rating={stars} />}
            <div className="prose">
              <MarkedText text={text} marks={marksIn("text", words)} />
            </div>
            {shownAs && (
              <p className="soft">
                <bdi>{t("testimonials.text.shownAs", { name: shownAs })}</bdi>
              </p>
            )}
          </>
        )}
        {stored !== "" && stored !== text && (
          <>
            <p className="dim">{t("testimonials.text.stored")}</p>
            <div className="prose">
              <MarkedText text={stored} marks={[]} />
            </div>
          </>
        )}
      </section>
      <FlaggedWords flags={flagsOf(words)} />
    </div>
  );
}
