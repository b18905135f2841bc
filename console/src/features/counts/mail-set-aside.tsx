import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { read } from "@/api/queries";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

const POLL_MS = 30_000;

/** How many mails were set aside and wait for somebody to look at them; undefined before the answer. */
export function useMailSetAside(): number | undefined {
  const can = useCan();
  const { data } = useQuery({ ...read("/api/mail/quarantine/count"), enabled: can("tickets"), refetchInterval: POLL_MS, retry: false });
  return data?.waiting;
}

/** Beside the figures of the queue of tickets: nothing while none waits. */
export function MailSetAside() {
  const { t } = useTranslation();
  const count = useMailSetAside();
  if (!count) return null;
  return <Link to={paths.quarantine}>{t("work.head.setAside", { count, number: formatNumber(count) })}</Link>;
}
