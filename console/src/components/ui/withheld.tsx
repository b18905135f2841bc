import { EyeOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { useCheckQueues } from "@/components/desk/use-check-queues";
import { pathOf } from "@/lib/desk";

import { buttonClass } from "./button";
import { Empty } from "./empty";
import { RetryButton } from "./retry-button";

interface Props {
  onRetry: () => void;
  retrying: boolean;
}

/** Replaces a result that is hidden from a person with an open second look until they have decided. */
export function Withheld({ onRetry, retrying }: Props) {
  const { t } = useTranslation();
  const [looks] = useCheckQueues();
  return (
    <Empty
      icon={EyeOff}
      title={t("states.blind.title")}
      actions={
        <>
          {looks && (
            <Link className={buttonClass("primary")} to={pathOf(looks)}>
              {t("states.blind.open")}
            </Link>
          )}
          <RetryButton retrying={retrying} onRetry={onRetry} />
        </>
      }
    >
      {t("states.blind.text")}
    </Empty>
  );
}
