import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { clock } from "@/lib/clock";
import { formatMoment } from "@/lib/dates";

interface Props {
  /** The time of the draft; null without a draft. */
  at: number | null;
  onDiscard: () => void;
}

/** Shown above a form that was filled from a draft: its time, and a button to discard it. */
export function DraftLine({ at, onDiscard }: Props) {
  const { t } = useTranslation();
  if (at === null) return null;
  return (
    <p className="row wrap draft-line">
      <span className="meta">{t("work.draft.kept", { time: formatMoment(clock.fromLocal(at), clock.now()) })}</span>
      <Button
        size="s"
        tone="quiet"
        onClick={({ currentTarget }) => {
          // this button disappears with the draft, so move the focus into the form
          currentTarget.closest("form, [role=dialog]")?.querySelector<HTMLElement>("textarea, input:not([role]), select")?.focus();
          onDiscard();
        }}
      >
        {t("work.draft.discard")}
      </Button>
    </p>
  );
}
