import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";

import { ROOT } from "./manage";

const AXE = readFileSync(join(ROOT, "node_modules/axe-core/axe.min.js"), "utf8"); // read anew by each page: half as long

export const WIDTHS = { desk: { width: 1440, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } };

/** Every size of window that pages are made for. 720 × 450 is one of 1440 × 900 at 200 % zoom. */
export const WINDOWS = [
  { width: 1920, height: 1080 },
  WIDTHS.desk,
  WIDTHS.tablet,
  { width: 768, height: 1024 },
  { width: 720, height: 450 },
  WIDTHS.phone,
];

export type Theme = "light" | "dark";

/** What a browser has kept of somebody who chose this theme. */
export const keptTheme = (theme: Theme) => ({ settings: JSON.stringify({ theme }) });

/** In the dark, where colours alone are others, contrast is all that is asked. */
const RULES: Record<Theme, RunOptions["runOnly"]> = {
  light: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] },
  dark: { type: "rule", values: ["color-contrast"] },
};

/**
 * What axe finds in `within`, a selector, in each theme, in a form that names theme and place. Themes are changed in
 * place, as the settings do; what moves or fades is at its end then, but for what never ends by itself.
 */
export async function findings(page: Page, within = "html"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([place, rules]) => {
      const { axe: judge } = window as unknown as { axe: typeof axe };
      const root = document.documentElement;
      const usual = root.dataset.theme;
      const moving = () =>
        document
          .getAnimations()
          .filter((one) => one.playState !== "finished" && Number.isFinite(one.effect?.getComputedTiming().endTime));
      const found: string[] = [];
      for (const [theme, runOnly] of Object.entries(rules)) {
        root.dataset.theme = theme;
        // where an inherited colour has come to its end, the next element's begins
        for (let left = moving(); left.length > 0; left = moving()) for (const one of left) one.finish();
        // what passes is not described: that takes three times as long as all rules
        const { violations } = await judge.run(place, { runOnly, resultTypes: ["violations"], iframes: false });
        found.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${theme}: ${id}: ${target.join(" ")}`)));
      }
      root.dataset.theme = usual;
      return found;
    },
    [within, RULES] as const,
  );
}

/** How far the window, and what reaches over its edge, goes beyond its width; what scrolls by itself may. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const scrolls = (element: Element): boolean => {
      for (let at = element.parentElement; at && at.tagName !== "MAIN"; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
      return false;
    };
    const wide = [...document.querySelectorAll("main, main *, header, header *")]
      .filter((element) => element.checkVisibility() && !element.closest(".sr, .rows, .cut *"))
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !scrolls(element))
      .map((element) => `${element.tagName} ${element.getAttribute("class") ?? ""}`);
    const main = document.querySelector("main");
    if (main && main.scrollWidth > main.clientWidth) wide.push(`the page's scroller: ${main.scrollWidth} in ${main.clientWidth}`);
    return scrollWidth > clientWidth ? [`the page: ${scrollWidth} in ${clientWidth}`, ...wide] : wide;
  });
}

/** The cells whose content is wider than they are; names that end in an ellipsis may be. */
export function cutCells(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("main :is(td, th)")]
      .filter((cell) => !cell.closest(".sr") && cell.clientWidth > 1 && cell.scrollWidth > cell.clientWidth + 1) // 1: for screen readers alone
      .map((cell) => cell.textContent.trim().slice(0, 40)),
  );
}

/** The first cells of rows, and what is in them, that end in an ellipsis. */
export function cutNames(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main tbody th *")]
      .filter((part) => getComputedStyle(part).textOverflow === "ellipsis" && part.scrollWidth > part.clientWidth)
      .map((part) => part.textContent),
  );
}

/** Chosen values that are wider than their control, and rows of links that end outside of theirs. */
export function cutChoices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d");
    if (!pen) throw new Error("There is no canvas.");
    const selects = [...document.querySelectorAll<HTMLSelectElement>("main select")].filter((select) => {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
      pen.font = font;
      const room = select.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
      return pen.measureText(select.selectedOptions[0]?.text ?? "").width > room + 1;
    });
    // a row of links may scroll sideways as long as the one that is shown is in sight
    const scrolls = (nav: Element) => {
      const shown = nav.querySelector("[aria-current]")?.getBoundingClientRect();
      const { left, right } = nav.getBoundingClientRect();
      return /auto|scroll/.test(getComputedStyle(nav).overflowX) && shown !== undefined && shown.left >= left - 1 && shown.right <= right + 1;
    };
    const rows = [...document.querySelectorAll("main nav")].filter((nav) => nav.scrollWidth > nav.clientWidth + 1 && !scrolls(nav));
    return [...selects, ...rows].map((element) => element.getAttribute("aria-label") ?? "");
  });
}

/** What words and controls stand under the add button once everything that scrolls is scrolled to its end (decision 47). */
export function underAdd(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const add = document.querySelector(".add");
    if (!add) throw new Error("There is no add button.");
    const { left, top, width, height } = add.getBoundingClientRect();
    // a cell is wider than what it shows
    const shows = (element: Element, x: number, y: number) => {
      if (!element.matches("td, th")) return true;
      const content = document.createRange();
      content.selectNodeContents(element);
      return [...content.getClientRects()].some((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
    };
    const found = new Set<string>();
    for (const element of document.querySelectorAll("main, main *")) element.scrollTop = element.scrollHeight;
    for (const x of [0.1, 0.3, 0.5, 0.7, 0.9])
      for (const y of [0.1, 0.3, 0.5, 0.7, 0.9])
        for (const element of document.elementsFromPoint(left + width * x, top + height * y)) {
          if (element.closest(".add") || !shows(element, left + width * x, top + height * y)) continue;
          if (element.matches("main :is(a, button, input, select, textarea, th, td, p, li, dt, dd, h2, h3, label, svg, time, .badge, .chip)"))
            found.add(`${element.tagName} ${element.textContent.trim().slice(0, 40)}`);
          // what lies below an opaque bar is not seen there anyway
          if (!/^rgba\(.*, 0\)$/.test(getComputedStyle(element).backgroundColor)) break;
        }
    return [...found];
  });
}
