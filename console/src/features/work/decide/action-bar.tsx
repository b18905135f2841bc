import { useTranslation } from "react-i18next";

import type { OutcomeChoice } from "@/api/types";
import { Button } from "@/components/ui/button";
import { formatTime } from "@/lib/dates";

import type { Draft } from "../drafts/drafts";

interface Props {
  outcomes: readonly OutcomeChoice[];
  /** The outcome that is on its way. */
  busy: string | null;
  /** Visible, but off: somebody else has the item. */
  off: boolean;
  draft: Draft;
  onChoose: (outcome: OutcomeChoice) => void;
}

/** The outcomes of the step with their keys. A danger button stands only inside the form that does the harm. */
export function ActionBar({ outcomes, busy, off, draft, onChoose }: Props) {
  const { t } = useTranslation();
  const kept = outcomes.flatMap(({ name }) => draft.forms[name] ?? []).sort((one, other) => other.at - one.at)[0];
  return (
    <div className="actions" role="group" aria-label={t("work.actions.label")}>
      {outcomes.map((outcome) => (
        <Button
          key={outcome.name}
          tone={outcome.tone === "primary" && !off ? "primary" : "neutral"}
          hotkey={outcome.hotkey}
          aria-keyshortcuts={outcome.hotkey}
          busy={busy === outcome.name}
          disabled={off || busy !== null}
          aria-expanded={outcome.form ? false : undefined}
          onClick={() => onChoose(outcome)}
        >
          {outcome.label}
        </Button>
      ))}
      {kept && (
        <span className="meta end not-phone">{t("work.draft.kept", { time: formatTime(kept.at) })}</span>
      )}
    </div>
  );
}
