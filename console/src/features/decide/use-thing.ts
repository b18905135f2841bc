import { useTranslation } from "react-i18next";

/** What an item is called in a sentence, by the kind of its subject: a review, for one. */
export function useThing(kind: string): string {
  const { t } = useTranslation();
  return t(`work.thing.${kind}`, { defaultValue: t("work.thing.other") });
}
