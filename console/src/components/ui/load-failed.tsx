import { TriangleAlert, WifiOff } from "lucide-react";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";

import { ApiError, isBlinded } from "@/api/error";
import { clock } from "@/lib/clock";
import { connection, isAway, useConnection } from "@/lib/connection";
import { formatTime } from "@/lib/dates";

import { Icon } from "./icon";
import { RetryButton } from "./retry-button";
import { Withheld } from "./withheld";

interface Props {
  /** What could not be loaded, as a sentence. */
  title: string;
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
}

/**
 * A list or page that could not be loaded: a sentence, the advice to refresh (spec, section 8), and a button that
 * reloads only the missing data, so that nothing typed is lost.
 */
export function LoadFailed({ title, error, onRetry, retrying = false }: Props) {
  const { t } = useTranslation();
  const away = isAway(useConnection());
  if (isBlinded(error)) return <Withheld onRetry={onRetry} retrying={retrying} />;
  const code = error instanceof ApiError ? error.requestId : null;
  return (
    <div className="empty error" role="alert">
      <Icon of={away ? WifiOff : TriangleAlert} />
      <h2>{title}</h2>
      {away ? (
        <Offline />
      ) : (
        <>
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
            <RetryButton label={t("states.load.refreshButton")} retrying={retrying} onRetry={onRetry} />
          </div>
        </>
      )}
    </div>
  );
}

/**
 * Does not advise a refresh, which would lose the page without a connection. The data is loaded once the server
 * answers.
 */
function Offline() {
  const { t } = useTranslation();
  const [trying, setTrying] = useState(false);
  const [triedAt, setTriedAt] = useState<number | null>(null);
  const retry = async () => {
    setTrying(true);
    await connection.check();
    setTrying(false);
    setTriedAt(clock.now());
  };
  return (
    <>
      <p>
        {t("states.load.offline")} {triedAt !== null && t("states.load.stillOffline", { time: formatTime(triedAt) })}
      </p>
      <div className="row">
        <RetryButton retrying={trying} onRetry={() => void retry()} />
      </div>
    </>
  );
}
