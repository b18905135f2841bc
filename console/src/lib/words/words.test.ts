import { expect, test } from "vitest";

import { en } from "./en";
import { words } from ".";

test("the console starts in English, and English stands in for what another language lacks", async () => {
  expect(words.language).toBe("en");
  words.addResourceBundle("cy", "translation", { navigation: { dashboard: "Dangosfwrdd" } });
  const welsh = await words.cloneInstance().changeLanguage("cy");
  expect(welsh("navigation.dashboard")).toBe("Dangosfwrdd");
  expect(welsh("navigation.tickets")).toBe(en.navigation.tickets);
});
