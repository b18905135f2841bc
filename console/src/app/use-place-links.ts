import { CircleX, FileText, Glasses, History, type LucideIcon, MailCheck, MessagesSquare, Quote, Scale, ScrollText, TableProperties, UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";

import { iconOf } from "@/components/desk/queue-icon";
import type { PlaceLink } from "@/features/dashboard/places-card";
import { orderedQueues, pathOf, useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

import { type Page, pages } from "./route-table";

/** Pages of our own that stand in no menu, and their icons. */
export const UNLISTED: Partial<Record<Page["name"], LucideIcon>> = {
  ticketList: MessagesSquare,
  testimonialList: Quote,
  team: UsersRound,
  classic: TableProperties,
  statements: MailCheck,
  history: History,
  quality: Glasses,
  failedJobs: CircleX,
  reasonCodes: Scale,
  auditLog: ScrollText,
};
const unlisted = pages.filter(({ name, load }) => load && name in UNLISTED);

/** The places that stand in no menu: lists over all queues, then pages of our own that are built. */
export function usePlaceLinks(): PlaceLink[] {
  const { t } = useTranslation();
  const titles = useTitles();
  const views = orderedQueues(useDesk()).filter(({ view, place }) => view && place === null);
  return [
    ...views.map((view) => ({
      path: pathOf(view),
      label: titles.queue(view.name),
      icon: iconOf(view),
      permission: view.permission,
    })),
    ...unlisted.map(({ path, name, permission }) => ({
      path,
      label: t(`navigation.${name}`),
      icon: UNLISTED[name] ?? FileText,
      permission,
    })),
  ];
}
