import { RotateCcw } from "lucide-react";
import { useTranslation } from "react-i18next";

import { buttonClass } from "./button";
import { Icon } from "./icon";

interface Props {
  /** What it says, where a sentence above it asks for something else than to try again. */
  label?: string;
  onRetry: () => void;
  retrying: boolean;
}

/** "Try again", or what the sentence above it asks for. It shows that a try is on its way, and is never disabled: that would take the focus away from it. */
export function RetryButton({ label, onRetry, retrying }: Props) {
  const { t } = useTranslation();
  return (
    <button type="button" className={buttonClass()} aria-busy={retrying ? true : undefined} onClick={onRetry}>
      {!retrying && <Icon of={RotateCcw} />}
      {label ?? t("common.tryAgain")}
    </button>
  );
}
