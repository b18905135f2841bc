import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";

import type { NextItem } from "./use-take-next";

interface Props {
  next: NextItem;
  /** The likely next step: the view's one filled button. */
  primary?: boolean;
  size?: "s" | "m";
  className?: string;
}

export function NextButton({ next, primary = false, size = "s", className = "" }: Props) {
  const { t } = useTranslation();
  if (!next.offered) return null;
  return (
    <Button className={className} size={size} tone={primary ? "primary" : "neutral"} hotkey="n" busy={next.busy} onClick={next.take}>
      {t("work.next.label")}
    </Button>
  );
}
