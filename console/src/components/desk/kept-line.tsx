import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { clock } from "@/lib/clock";
import { formatMoment } from "@/lib/dates";

interface Props {
  /** When it was typed; null where nothing was found. */
  at: number | null;
  onDiscard: () => void;
}

/** Over the fields of a form that was left before: what stands in them is from then, and can be thrown away. */
export function KeptLine({ at, onDiscard }: Props) {
  const { t } = useTranslation();
  if (at === null) return null;
  return (
    <p className="row wrap kept-line">
      <span className="meta">{t("work.draft.kept", { time: formatMoment(clock.fromHere(at), clock.now()) })}</span>
      <Button
        size="s"
        tone="quiet"
        onClick={({ currentTarget }) => {
          // this button goes with the draft
          currentTarget.closest("form, [role=dialog]")?.querySelector<HTMLElement>("textarea, input:not([role]), select")?.focus();
          onDiscard();
        }}
      >
        {t("work.draft.discard")}
      </Button>
    </p>
  );
}
