import { useTranslation } from "react-i18next";

/** Kinds of processes whose items are reviews. */
const THINGS = ["review_moderation", "restriction_request"];

/** What an item of a kind of process is called: a review, for one. */
export function useThing(kind: string): string {
  const { t } = useTranslation();
  return THINGS.includes(kind) ? t("work.thing.review") : t("work.thing.other");
}
