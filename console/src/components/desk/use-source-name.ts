import { useTranslation } from "react-i18next";

/** The sources of reviews that the console has words for. */
export const SOURCES = ["wf", "google", "nhs", "trustpilot"] as const;
type Known = (typeof SOURCES)[number];

const isKnown = (source: string): source is Known => (SOURCES as readonly string[]).includes(source);

/** The kind of review by its source; an unknown source keeps its own name. */
export function useSourceName(source: string): string {
  const { t } = useTranslation();
  return isKnown(source) ? t(`work.source.${source}`) : source;
}

/** Like `useSourceName`, but null for a review of this platform and for what is not a review. */
export function useOtherSource(source: string | null): string | null {
  const name = useSourceName(source ?? "");
  return source === null || source === "wf" ? null : name;
}

/** The source of an item, to follow "from". Some kinds of subject have no source. */
export function useOrigin(source: string | undefined): string {
  const { t } = useTranslation();
  if (source === undefined) return t("work.origin.other");
  return isKnown(source) ? t(`work.origin.${source}`) : source;
}
