import { Hourglass, RefreshCw, Wifi, WifiOff } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router-dom";

import { Icon } from "@/components/ui/icon";
import { type Connection, isAway, useConnection } from "@/lib/connection";
import { formatTime } from "@/lib/dates";

const LOOKS = {
  reconnecting: { icon: RefreshCw, tone: "is-warning" },
  offline: { icon: WifiOff, tone: "is-warning" },
  returned: { icon: Wifi, tone: "is-success" },
  full: { icon: Hourglass, tone: "is-warning" },
} as const;

/** A polite live region on every page: says that the server is unreachable or that commands wait; empty otherwise. */
export function ConnectionStatus() {
  const { t } = useTranslation();
  const connection = useConnection();
  const pageWaits = useNavigation().state !== "idle"; // for its code to load
  const { state, since, waiting } = connection;
  useKeepPage(connection);
  // a command waits although the server is reachable: the server is overloaded
  const shown = state !== "live" ? state : waiting > 0 ? "full" : null;
  return (
    <div className="connection" role="status">
      {shown && (
        <span className={`badge ${LOOKS[shown].tone}`}>
          <Icon of={LOOKS[shown].icon} />
          {t(`frame.connection.${shown}`, { time: formatTime(since) })}
          {pageWaits && isAway(connection) && ` ${t("frame.connection.page")}`}
          {waiting > 0 && ` ${t("frame.connection.waiting", { count: waiting })}`}
        </span>
      )}
    </div>
  );
}

/** While a command waits to be sent, makes the browser ask before it closes the page. */
function useKeepPage({ waiting }: Connection) {
  const wanted = waiting > 0;
  useEffect(() => {
    if (!wanted) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [wanted]);
}
