import { useTranslation } from "react-i18next";

import type { OutcomeChoice } from "@/api/types";
import { isBeside } from "@/features/form/fields";
import { RecordConsent } from "@/features/transcription/record-consent";

import { isUntranscribed, storedText, takesFirst, useItemWork } from "./item-work";

/** What stands against an outcome at the moment, as a sentence; null when nothing does. */
export function useBlocked(): (outcome: OutcomeChoice) => string | null {
  const { t } = useTranslation();
  return ({ blocked }) => {
    if (blocked === null) return null;
    return t(blocked === "not_verified" || blocked === "no_consent" ? `work.blocked.${blocked}` : "work.blocked.other");
  };
}

/** The same before the item is taken: what is to be written of it is lacking too. */
export function useLacking(): (outcome: OutcomeChoice) => string | null {
  const { t } = useTranslation();
  const work = useItemWork();
  const blocked = useBlocked();
  const isUnwritten = isUntranscribed(work.task) && takesFirst(work) && storedText(work) === "";
  return (outcome) => blocked(outcome) ?? (isUnwritten && isBeside(outcome.form) ? t("work.blocked.untranscribed") : null);
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
            {named ? t("work.blocked.of", { labels, reason }) : reason}
          </span>
        );
      })}
      {subject.kind === "testimonial" && stopped.some(({ outcome }) => outcome.blocked === "no_consent") && <RecordConsent testimonial={subject} />}
    </>
  );
}
