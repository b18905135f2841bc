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

const COUNTED = 1_000; // the API counts up to this number
const TICKETS = "tickets";
const TESTIMONIALS = "testimonials";

interface Props {
  queue: string;
  figures: QueueSummary | undefined;
  /** How many items a view over all queues lists; null if there are more pages. */
  shown: number | null;
  /** How many items match the filters; null without filters, or if unknown. */
  matches: number | null;
  view: ViewActions;
}

/**
 * The queue's name and figures, in the top bar; on a phone, an item's page has the link back to the list there. An open
 * testimonial is named in the title, because its file does not name it.
 */
export function QueueHead({ queue, figures, shown, matches, view }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const desk = useDesk();
  const titles = useTitles();
  const setAside = useMailSetAside();
  const isWide = useAtLeast("lg"); // on narrower screens, a notice would cover the link
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
      // in a narrow header the end is cut, so the overdue items come first
      facts={(testimonial && !isWide ? [...facts.toReversed(), ...named] : [...named, ...facts]).filter(Boolean)}
      {...(view.item !== null && { back: { to: pathname + view.hrefOf(null), label: t("work.head.back") } })}
    />
  );
}
