import { useTranslation } from "react-i18next";

import { PageHead } from "@/components/layout/page-head";
import { useUser } from "@/features/session/session-context";
import { formatWeekday } from "@/lib/dates";
import { useNow } from "@/lib/clock";

import { partOfDay } from "./part-of-day";

export function DashboardPage() {
  const { t } = useTranslation();
  const now = useNow();
  const { name } = useUser();
  return <PageHead title={t(`dashboard.greeting.${partOfDay(now)}`, { name: name.first })} facts={[formatWeekday(now)]} />;
}
