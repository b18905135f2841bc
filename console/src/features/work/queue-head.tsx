import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";

import type { QueueSummary } from "@/api/types";
import { PageHead } from "@/components/layout/page-head";
import { Age } from "@/components/ui/age";
import { formatNumber } from "@/lib/dates";
import { isQueueName } from "@/lib/queues";

import type { ViewActions } from "./use-view";

interface Props {
  queue: string;
  figures: QueueSummary | undefined;
  view: ViewActions;
}

/** The queue's name and figures, in the top bar; on a phone's item page, the way back to the list. */
export function QueueHead({ queue, figures, view }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const name = isQueueName(queue) ? t(`navigation.${queue}`) : queue;
  const facts = figures
    ? [
        t("work.head.open", { count: figures.open, number: formatNumber(figures.open) }),
        figures.oldest_at && (
          <>
            {t("work.head.oldest")} <Age at={figures.oldest_at} />
          </>
        ),
        figures.overdue > 0 && t("work.head.overdue", { number: formatNumber(figures.overdue) }),
      ]
    : [];
  return (
    <PageHead
      title={figures?.title ?? name}
      facts={facts.filter(Boolean)}
      {...(view.item !== null && { back: { to: pathname + view.hrefOf(null), label: t("work.head.back") } })}
    />
  );
}
