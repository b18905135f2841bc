import i18next from "i18next";
import { initReactI18next } from "react-i18next";

import { en } from "./en";
import type { later } from "./en/later";

/** The one catalogue. Another language is another folder beside `en`; English is the fallback for missing texts. */
void i18next.use(initReactI18next).init({
  lng: "en",
  fallbackLng: "en",
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false }, // React escapes
  returnNull: false,
});

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en & typeof later };
  }
}

export const words = i18next;

/** Adds the texts of a feature that is loaded when visited; on the first screen they would be too large. */
export function addWords(added: Partial<typeof later>): void {
  i18next.addResourceBundle("en", "translation", added, true);
}
