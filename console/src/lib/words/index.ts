import i18next from "i18next";
import { initReactI18next } from "react-i18next";

import { en } from "./en";

/** The one catalogue. Another language is another folder beside `en`, and English stands in for what it lacks. */
void i18next.use(initReactI18next).init({
  lng: "en",
  fallbackLng: "en",
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false }, // React escapes
  returnNull: false,
});

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

export const words = i18next;
