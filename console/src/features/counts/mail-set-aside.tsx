import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { read } from "@/api/queries";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

const POLL_MS = 30_000;

/** How many mails were set aside and wait for a person; undefined while loading. */
export function useMailSetAside(): number | undefined {
  const can = useCan();
  const { data } = useQuery({ ...read("/api/mail/quarantine/count"), enabled: can("tickets"), refetchInterval: POLL_MS, retry: false });
  return data?.waiting;
}

/** The number of mails set aside, beside the figures of the ticket queue; empty if there are none. */
export function MailSetAside() {
  const { t } = useTranslation();
  const count = useMailSetAside();
  if (!count) return null;
  return <Link to={paths.quarantine}>{t("work.head.setAside", { count, number: formatNumber(count) })}</Link>;
}
