import { Flag } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { titleOf } from "@/api/subjects";
import type { ReviewDetail, ReviewSummary } from "@/api/types";
import { Stars } from "@/components/desk/stars";
import { Icon } from "@/components/ui/icon";
import { ItemBody } from "@/features/subject/item-body";

import type { BodyProps, Kind, RowProps } from "./kinds";

interface ReviewRowProps extends RowProps<Omit<ReviewSummary, "kind">> {
  /** The ground of a request about the review. */
  badge?: ReactNode;
}

/** Company and clock; title; then stars, flags and people. */
export function ReviewRow({ summary, due, marks, people, badge }: ReviewRowProps) {
  const { t } = useTranslation();
  return (
    <>
      <span className="who cut">
        <bdi>{summary.company?.name ?? t("work.row.noCompany")}</bdi>
      </span>
      {due}
      <span className="line cut">
        <bdi>{titleOf(summary) ?? t("work.item.untitled")}</bdi>
      </span>
      <span className="foot">
        {summary.rating === null ? t("work.stars.none") : <Stars rating={summary.rating} />}
        {marks}
        {badge}
        {summary.flagged > 0 && (
          <span className="flagged">
            <Icon of={Flag} />
            <bdi>{t("work.row.flagged", { count: summary.flagged })}</bdi>
          </span>
        )}
        {people}
      </span>
    </>
  );
}

function ReviewBody({ subject, assigned, edit }: BodyProps<ReviewDetail>) {
  return <ItemBody subject={subject} screening={subject.screening} before={assigned} edit={edit} />;
}

export const review: Kind<"review"> = { Row: ReviewRow, Body: ReviewBody };
