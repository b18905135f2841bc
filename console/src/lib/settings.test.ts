import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";

import { beforeEach, describe, expect, test } from "vitest";

import { DEFAULT_SETTINGS, followSettings, saveSettings } from "./settings";

const firstPaint = readFileSync(join(import.meta.dirname, "../../public/first-paint.js"), "utf8");
const root = document.documentElement;
const shown = () => ({ dir: root.dir, theme: root.dataset.theme, sizes: root.dataset.fontSizes });

const SAVED = [
  ["nothing", null, { dir: "ltr", theme: "light", sizes: "responsive" }],
  ["a dark theme", '{"theme":"dark"}', { dir: "ltr", theme: "dark", sizes: "responsive" }],
  [
    "everything",
    '{"direction":"rtl","theme":"dark","responsiveFontSizes":false}',
    { dir: "rtl", theme: "dark", sizes: "fixed" },
  ],
  ["words that mean nothing", '{"direction":"up","theme":"pink"}', { dir: "ltr", theme: "light", sizes: "responsive" }],
  ["something that is no JSON", "{theme", { dir: "ltr", theme: "light", sizes: "responsive" }],
  ["null", "null", { dir: "ltr", theme: "light", sizes: "responsive" }],
] as const;

beforeEach(() => {
  root.dir = "";
  root.removeAttribute("data-theme");
  root.removeAttribute("data-font-sizes");
});

describe("saved settings replace the defaults on load", () => {
  test.each(SAVED)("%s", (_name, saved, expected) => {
    if (saved !== null) localStorage.setItem("settings", saved);
    followSettings()();
    expect(shown()).toEqual(expected);
  });

  test.each(SAVED)("before the first paint too: %s", (_name, saved, expected) => {
    if (saved !== null) localStorage.setItem("settings", saved);
    runInThisContext(firstPaint);
    expect(shown()).toEqual(expected);
  });
});

test("a change is saved whole, and seen at once", () => {
  followSettings()();
  saveSettings({ theme: "dark" });
  expect(JSON.parse(localStorage.getItem("settings") ?? "")).toEqual({ ...DEFAULT_SETTINGS, theme: "dark" });
  expect(root.dataset.theme).toBe("dark");
});

test("another tab's change is taken over", () => {
  const stop = followSettings();
  localStorage.setItem("settings", '{"theme":"dark"}');
  window.dispatchEvent(new StorageEvent("storage", { key: "settings" }));
  expect(root.dataset.theme).toBe("dark");
  stop();
});
