import { useId } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { isAway, useConnection } from "@/lib/connection";

import type { NextItem } from "./use-take-next";

interface Props {
  next: NextItem;
  /** The likely next step: the view's one filled button. */
  primary?: boolean;
  size?: "s" | "m";
  className?: string;
}

/** Takes the next item. Without connection it says why it cannot, and pressing it says so again. */
export function NextButton({ next, primary = false, size = "s", className = "" }: Props) {
  const { t } = useTranslation();
  const away = isAway(useConnection());
  const reason = useId();
  if (!next.offered) return null;
  return (
    <>
      {away && (
        <p id={reason} className="soft next-away">
          {t("work.next.away")}
        </p>
      )}
      <Button
        className={className}
        size={size}
        tone={primary ? "primary" : "neutral"}
        hotkey="n"
        busy={next.busy}
        aria-disabled={away ? true : undefined}
        aria-describedby={away ? reason : undefined}
        onClick={next.take}
        aria-label={t("work.next.label")}
      >
        <span className="next-whole">{t("work.next.label")}</span>
        <span className="next-short">{t("work.next.short")}</span>
      </Button>
    </>
  );
}
