import { useTranslation } from "react-i18next";

const KNOWN = ["wf", "google", "nhs"] as const;
type Known = (typeof KNOWN)[number];

const isKnown = (source: string): source is Known => (KNOWN as readonly string[]).includes(source);

/** What kind of review it is, by its source; a source that the console does not know keeps its own name. */
export function useSourceName(source: string): string {
  const { t } = useTranslation();
  return isKnown(source) ? t(`work.source.${source}`) : source;
}

/** Where an item came from, to be put after "from". Subjects of some kinds have no source. */
export function useOrigin(source: string | undefined): string {
  const { t } = useTranslation();
  if (source === undefined) return t("work.origin.other");
  return isKnown(source) ? t(`work.origin.${source}`) : source;
}
