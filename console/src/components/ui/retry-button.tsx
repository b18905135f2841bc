import { RotateCcw } from "lucide-react";
import { useTranslation } from "react-i18next";

import { buttonClass } from "./button";
import { Icon } from "./icon";

interface Props {
  onRetry: () => void;
  retrying: boolean;
}

/** "Try again". It shows that a try is on its way, and is never disabled: that would take the focus away from it. */
export function RetryButton({ onRetry, retrying }: Props) {
  const { t } = useTranslation();
  return (
    <button type="button" className={buttonClass()} aria-busy={retrying ? true : undefined} onClick={onRetry}>
      {!retrying && <Icon of={RotateCcw} />}
      {t("common.tryAgain")}
    </button>
  );
}
