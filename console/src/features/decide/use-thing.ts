import { useTranslation } from "react-i18next";

/** The noun for an item, by the kind of its subject, for example "review". */
export function useThing(kind: string): string {
  const { t } = useTranslation();
  return t(`work.thing.${kind}`, { defaultValue: t("work.thing.other") });
}
