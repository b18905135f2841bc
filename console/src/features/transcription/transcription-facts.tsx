import "./words";

import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { OutcomeChoice, TestimonialDetail } from "@/api/types";
import { Facts } from "@/components/organisation/facts";
import { paths } from "@/lib/paths";
import { useMoment } from "@/lib/use-moment";

import { sayOrigin } from "./say-origin";

interface Props {
  testimonial: TestimonialDetail;
  outcome: OutcomeChoice;
}

/** Whose testimonial it is, when it came, and what becomes of what is written. */
export function TranscriptionFacts({ testimonial: { company, received_at: received, source, needs_check: isChecked }, outcome }: Props) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  return (
    <div className="transcription-facts">
      <Facts
        of={[
          [
            t("testimonials.facts.company"),
            <Link key="company" to={paths.company(company.id)} dir="auto">
              {company.name}
            </Link>,
          ],
          [
            t("testimonials.facts.received"),
            <span key="received">
              <time dateTime={received}>{momentOf(received)}</time>, <bdi>{sayOrigin(source, t)}</bdi>
            </span>,
          ],
          [t("testimonials.text.after.title"), t(`testimonials.text.after.${outcome.name === "finish" && isChecked ? "check" : "publish"}`)],
        ]}
      />
    </div>
  );
}
