import { RotateCcw } from "lucide-react";
import { useTranslation } from "react-i18next";

import { buttonClass } from "./button";
import { Icon } from "./icon";

interface Props {
  /** The label, if the sentence above asks for something other than "Try again". */
  label?: string;
  onRetry: () => void;
  retrying: boolean;
}

/**
 * "Try again", or the label that the sentence above asks for. While a retry is in flight it shows that and stays
 * enabled: disabling it would lose the focus.
 */
export function RetryButton({ label, onRetry, retrying }: Props) {
  const { t } = useTranslation();
  return (
    <button type="button" className={buttonClass()} aria-busy={retrying ? true : undefined} onClick={onRetry}>
      {!retrying && <Icon of={RotateCcw} />}
      {label ?? t("common.tryAgain")}
    </button>
  );
}
