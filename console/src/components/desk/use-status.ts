import { useTranslation } from "react-i18next";

export const STATUSES = [
  "pending",
  "unverified",
  "investigation",
  "queued",
  "backlog",
  "escalated",
  "published",
  "rejected",
  "restricted",
  "withdrawn",
] as const;
export type Status = (typeof STATUSES)[number];

const isStatus = (status: string): status is Status => (STATUSES as readonly string[]).includes(status);

/** Where a review stands, in words; a status that the console does not know keeps its own name. */
export function useStatus(status: string | undefined): string {
  const { t } = useTranslation();
  if (status === undefined) return "";
  return isStatus(status) ? t(`story.status.${status}`) : status;
}
