import { RotateCcw, TriangleAlert } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";

import { ApiError, isBlinded } from "@/api/error";

import { Button } from "./button";
import { Icon } from "./icon";
import { Withheld } from "./withheld";

interface Props {
  /** What could not be loaded, as a sentence. */
  title: string;
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
}

/** A list or page that could not be loaded: says so, tells to refresh (spec, section 8), and tries again. */
export function LoadFailed({ title, error, onRetry, retrying = false }: Props) {
  const { t } = useTranslation();
  if (isBlinded(error)) return <Withheld onRetry={onRetry} retrying={retrying} />;
  const code = error instanceof ApiError ? error.requestId : null;
  return (
    <div className="empty error" role="alert">
      <Icon of={TriangleAlert} />
      <h2>{title}</h2>
      <p>
        {t("states.load.refresh")}
        {code && (
          <>
            {" "}
            <Trans i18nKey="states.load.code" values={{ code }} components={{ code: <span className="mono" /> }} />
          </>
        )}
      </p>
      <div className="row">
        <Button icon={RotateCcw} busy={retrying} onClick={onRetry}>
          {t("common.tryAgain")}
        </Button>
      </div>
    </div>
  );
}
