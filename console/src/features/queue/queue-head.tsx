import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";

import type { QueueSummary } from "@/api/types";
import { PageHead } from "@/components/layout/page-head";
import { Age } from "@/components/ui/age";
import { MailSetAside, useMailSetAside } from "@/features/counts/mail-set-aside";
import { taskQuery } from "@/features/tasks/use-task";
import type { ViewActions } from "@/features/tasks/use-view";
import { NO_FILTERS, writeView } from "@/features/tasks/view";
import { formatNumber } from "@/lib/dates";
import { isView, useDesk } from "@/lib/desk";
import { useAtLeast } from "@/lib/use-media";
import { useTitles } from "@/lib/use-titles";

const COUNTED = 1_000; // the API's
const TICKETS = "tickets";
const TESTIMONIALS = "testimonials";

interface Props {
  queue: string;
  figures: QueueSummary | undefined;
  /** How many items a view over all queues lists; null while there are more. */
  shown: number | null;
  /** How many items match the filters; null where there are none, or it is not known. */
  matches: number | null;
  view: ViewActions;
}

/**
 * The queue's name and figures, in the top bar; on a phone's item page, the way back to the list. A testimonial that is
 * open names itself there: beside its file nothing else does.
 */
export function QueueHead({ queue, figures, shown, matches, view }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const desk = useDesk();
  const titles = useTitles();
  const setAside = useMailSetAside();
  const isWide = useAtLeast("lg"); // below, a notice lies over it
  const isNamed = queue === TESTIMONIALS && view.item !== null;
  const subject = useQuery({ ...taskQuery(view.item ?? 0), enabled: isNamed }).data?.subject;
  const testimonial = isNamed && subject?.kind === "testimonial" ? subject : null;
  const matching =
    matches === null
      ? null
      : matches > COUNTED
        ? t("work.head.matchesMore", { number: formatNumber(COUNTED) })
        : t("work.head.matches", { count: matches, number: formatNumber(matches) });
  const facts = figures
    ? [
        matching,
        t("work.head.open", { count: figures.open, number: formatNumber(figures.open) }),
        !testimonial && figures.oldest_at && (
          <span className="not-phone">
            {t("work.head.oldest")} <Age at={figures.oldest_at} />
          </span>
        ),
        figures.overdue > 0 && !isWide && t("work.head.overdue", { number: formatNumber(figures.overdue) }),
        figures.overdue > 0 && isWide && (
          <Link className="plain leads" to={`${pathname}?${writeView({ filters: { ...NO_FILTERS, overdue: true }, item: null })}`}>
            {t("work.head.overdue", { number: formatNumber(figures.overdue) })}
          </Link>
        ),
        queue === TICKETS && setAside && <MailSetAside />,
      ]
    : isView(desk, queue) && shown !== null
      ? [t("people.items", { count: shown, number: formatNumber(shown) })]
      : [matching];
  const named = testimonial ? [testimonial.company.name, t(`work.row.media.${testimonial.medium}`)] : [];
  return (
    <PageHead
      title={testimonial ? t("work.head.testimonial", { id: testimonial.id }) : titles.queue(queue)}
      // where there is little room, what is late is not what is cut
      facts={(testimonial && !isWide ? [...facts.toReversed(), ...named] : [...named, ...facts]).filter(Boolean)}
      {...(view.item !== null && { back: { to: pathname + view.hrefOf(null), label: t("work.head.back") } })}
    />
  );
}
