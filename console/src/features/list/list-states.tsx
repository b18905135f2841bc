import { Inbox, ListFilter } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { QueueSummary } from "@/api/types";
import { Button, buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { formatNumber } from "@/lib/dates";
import { pathOf, queueNamed, useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

/** The queue is empty: names queues that have work. */
export function NothingWaits({ queue, all }: { queue: string; all: readonly QueueSummary[] }) {
  const { t } = useTranslation();
  const desk = useDesk();
  const titles = useTitles();
  const others = all
    .filter(({ name, open }) => name !== queue && open > 0)
    .sort((one, other) => other.overdue - one.overdue || other.open - one.open)
    .slice(0, 2);
  return (
    <Empty
      icon={Inbox}
      title={t("work.empty.title")}
      actions={others.map(({ name, open }) => {
        const other = queueNamed(desk, name);
        return (
          other && (
            <Link key={name} className={buttonClass()} to={pathOf(other)}>
              {titles.queue(name)}, {formatNumber(open)}
            </Link>
          )
        );
      })}
    >
      {t("work.empty.text")}
    </Empty>
  );
}

/** A view over all queues is empty: says what it would contain. */
export function NothingIn({ view }: { view: string }) {
  const { t } = useTranslation();
  return (
    <Empty icon={Inbox} title={t(`people.empty.views.${view}`, { defaultValue: t("work.empty.title") })}>
      {t(`people.empty.viewTexts.${view}`, { defaultValue: "" })}
    </Empty>
  );
}

/** Nothing matches: names the filters, and offers to clear them. */
export function NothingMatches({ filters, onClear }: { filters: readonly string[]; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <Empty
      icon={ListFilter}
      title={t("work.noMatch.title")}
      actions={<Button onClick={onClear}>{t("work.noMatch.clear")}</Button>}
    >
      <bdi>{filters.join(", ")}</bdi>
    </Empty>
  );
}
