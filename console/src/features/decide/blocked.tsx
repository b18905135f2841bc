import { useTranslation } from "react-i18next";

import type { OutcomeChoice } from "@/api/types";
import { RecordConsent } from "@/features/transcription/record-consent";

import { isTakenFirst, useItemWork } from "./item-work";

/** What stands against an outcome at the moment, as a sentence; null when nothing does. */
export function useBlocked(): (outcome: OutcomeChoice) => string | null {
  const { t } = useTranslation();
  return ({ blocked }) => {
    if (blocked === null) return null;
    return t(blocked === "not_verified" || blocked === "no_consent" ? `work.blocked.${blocked}` : "work.blocked.other");
  };
}

/** The same, for an item that has to be taken first. */
export function useLacking(): (outcome: OutcomeChoice) => string | null {
  const { t } = useTranslation();
  const work = useItemWork();
  const blocked = useBlocked();
  return (outcome) => blocked(outcome) ?? (isTakenFirst(work) ? t("work.blocked.untaken") : null);
}

interface Props {
  outcomes: readonly OutcomeChoice[];
  /** There are others beside them. */
  named?: boolean;
}

/** Why outcomes cannot be chosen, beside their buttons, with the way to what is lacking. */
export function WhyBlocked({ outcomes, named = false }: Props) {
  const { t } = useTranslation();
  const { subject } = useItemWork().task;
  const lacking = useLacking();
  const stopped = outcomes.map((outcome) => ({ outcome, reason: lacking(outcome) ?? "" })).filter(({ reason }) => reason !== "");
  const reasons = [...new Set(stopped.map(({ reason }) => reason))];
  return (
    <>
      {reasons.map((reason) => {
        const labels = stopped.flatMap((one) => (one.reason === reason ? one.outcome.label : [])).join(", ");
        return (
          <span key={reason} className="meta">
            {named && reason !== t("work.blocked.untaken") ? t("work.blocked.of", { labels, reason }) : reason}
          </span>
        );
      })}
      {subject.kind === "testimonial" && stopped.some(({ outcome }) => outcome.blocked === "no_consent") && <RecordConsent testimonial={subject} />}
    </>
  );
}
