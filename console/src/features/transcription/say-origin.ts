import type { TFunction } from "i18next";

/** What the server calls the source of what a member of the staff has added. */
const BY_HAND = "console";

export const sayOrigin = (source: string, t: TFunction): string => (source === BY_HAND ? t("testimonials.facts.byHand") : source);
