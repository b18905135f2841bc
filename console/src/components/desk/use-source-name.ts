import { useTranslation } from "react-i18next";

/** The sources of reviews that the console has words for. */
export const SOURCES = ["wf", "google", "nhs"] as const;
type Known = (typeof SOURCES)[number];

const isKnown = (source: string): source is Known => (SOURCES as readonly string[]).includes(source);

/** What kind of review it is, by its source; a source that the console does not know keeps its own name. */
export function useSourceName(source: string): string {
  const { t } = useTranslation();
  return isKnown(source) ? t(`work.source.${source}`) : source;
}

/** The same of a review of others; null for one of this platform, and for what is no review. */
export function useOtherSource(source: string | null): string | null {
  const name = useSourceName(source ?? "");
  return source === null || source === "wf" ? null : name;
}

/** Where an item came from, to be put after "from". Subjects of some kinds have no source. */
export function useOrigin(source: string | undefined): string {
  const { t } = useTranslation();
  if (source === undefined) return t("work.origin.other");
  return isKnown(source) ? t(`work.origin.${source}`) : source;
}
