import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { isAway, useConnection } from "@/lib/connection";

import { Notice } from "./notice";

export const SILENT_MS = 4_000; // so that the person is told why within 5 s

interface Props {
  /** The command was sent at least once. */
  tried: boolean;
  /** The command is in flight. */
  busy: boolean;
}

/**
 * Explains in a dialog why the command is not done yet, because the dialog covers the page's own message; otherwise
 * empty.
 */
export function NoAnswer({ tried, busy }: Props) {
  const { t } = useTranslation();
  const away = isAway(useConnection());
  const silent = useIsSilent(busy);
  const said = tried && away ? (busy ? "sends" : "again") : silent ? "silent" : null;
  if (said === null) return null;
  return (
    <div className="wide">
      <Notice tone="warning" alert>
        {t(`common.noAnswer.${said}`)}
      </Notice>
    </div>
  );
}

function useIsSilent(busy: boolean): boolean {
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSilent(true), SILENT_MS);
    return () => {
      clearTimeout(timer);
      setSilent(false);
    };
  }, [busy]);
  return silent && busy;
}
