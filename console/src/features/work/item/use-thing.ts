import { useTranslation } from "react-i18next";

/** What an item of a kind of process is called: a review, for one. */
export function useThing(kind: string): string {
  const { t } = useTranslation();
  return kind === "review_moderation" ? t("work.thing.review") : t("work.thing.other");
}
