import i18next from "i18next";
import { initReactI18next } from "react-i18next";

import { en } from "./en";
import type { history } from "./en/history";
import type { quality } from "./en/quality";

/** The one catalogue. Another language is another folder beside `en`, and English stands in for what it lacks. */
void i18next.use(initReactI18next).init({
  lng: "en",
  fallbackLng: "en",
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false }, // React escapes
  returnNull: false,
});

/** Words that come with the code of their pages, so that the first screen does not wait for them. */
interface Later {
  history: typeof history;
  quality: typeof quality;
}

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en & Later };
  }
}

export const words = i18next;

/** Adds the words of pages whose code has just come. */
export function addWords(later: Partial<Later>): void {
  words.addResourceBundle("en", "translation", later, true);
}
