import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { titleOf } from "@/api/subjects";
import type { TestimonialDetail, TestimonialSummary } from "@/api/types";
import { MEDIA } from "@/components/desk/media";
import { Icon } from "@/components/ui/icon";
import { lazyPart } from "@/lib/lazy-part";

import type { BodyProps, Kind, RowProps } from "./kinds";

const Body = lazyPart(async () => ({ default: (await import("@/features/transcription/testimonial-body")).TestimonialBody }));
const Beside = lazyPart(async () => ({ default: (await import("@/features/transcription/beside")).BesideTestimonial }));

/** Company and clock; title or author; then medium, consent and people. */
function TestimonialRow({ summary, due, marks, people }: RowProps<TestimonialSummary>) {
  const { t } = useTranslation();
  return (
    <>
      <span className="who cut">
        <bdi>{summary.company.name}</bdi>
      </span>
      {due}
      <span className="line cut">
        <bdi>{titleOf(summary) ?? t("work.item.nameless")}</bdi>
      </span>
      <span className="foot">
        <span className="meta row">
          <Icon of={MEDIA[summary.medium]} />
          {t(`work.row.media.${summary.medium}`)}
        </span>
        {summary.consent !== "given" && <span className="badge">{t("work.row.noConsent")}</span>}
        {marks}
        {people}
      </span>
    </>
  );
}

function TestimonialBody({ subject, assigned, stored = "" }: BodyProps<TestimonialDetail>) {
  return (
    <Suspense fallback={<div className="item-body" aria-busy />}>
      <Body testimonial={subject} assigned={assigned} stored={stored} />
    </Suspense>
  );
}

/** Consent, author, origin and earlier versions. */
function TestimonialAside({ subject }: { subject: TestimonialDetail }) {
  return (
    <Suspense fallback={<div className="coming" aria-busy />}>
      <Beside key={subject.id} testimonial={subject} />
    </Suspense>
  );
}

export const testimonial: Kind<"testimonial"> = { Row: TestimonialRow, Body: TestimonialBody, Aside: TestimonialAside };
