import { expect, test } from "vitest";

import { en } from "./en";
import { words } from ".";

test("the console starts in English, and English stands in for what another language lacks", async () => {
  expect(words.language).toBe("en");
  words.addResourceBundle("cy", "translation", { navigation: { dashboard: "Dangosfwrdd" } });
  const welsh = await words.cloneInstance().changeLanguage("cy");
  expect(welsh("navigation.dashboard")).toBe("Dangosfwrdd");
  expect(welsh("navigation.groups")).toBe(en.navigation.groups);
});

test("a language may have its own title for what the server declares", async () => {
  const title = { defaultValue: "Backlog" };
  expect(words.t("desk.queues.backlog", title)).toBe("Backlog");
  words.addResourceBundle("cy", "translation", { desk: { queues: { backlog: "Ôl-groniad" } } });
  const welsh = await words.cloneInstance().changeLanguage("cy");
  expect(welsh("desk.queues.backlog", title)).toBe("Ôl-groniad");
});
