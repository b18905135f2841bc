import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

export const WIDTHS = { desk: { width: 1440, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } };
type Theme = "light" | "dark";
export const THEMES: readonly Theme[] = ["light", "dark"];

/** What a browser has kept of somebody who chose this theme. */
export const keptTheme = (theme: Theme) => ({ settings: JSON.stringify({ theme }) });

const RULES: RunOptions["runOnly"] = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] };
const CONTRAST: RunOptions["runOnly"] = { type: "rule", values: ["color-contrast"] };

/** What axe finds in `within`, a selector, as it is now, in a form that names the place. A theme changes colours alone. */
export async function findingsIn(theme: Theme, page: Page, within = "html"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // what passes is not described: that takes three times as long as all rules
  const options: RunOptions = { runOnly: theme === "light" ? RULES : CONTRAST, resultTypes: ["violations"], iframes: false };
  return page.evaluate(
    async ([place, given]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(place, given);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
    },
    [within, options] as const,
  );
}

/** Changes the theme in place, as the settings do, and ends all that moves or fades but what never ends by itself. */
function showIn(theme: Theme, page: Page): Promise<void> {
  return page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
    const running = () =>
      document
        .getAnimations()
        .filter((one) => one.playState !== "finished" && Number.isFinite(one.effect?.getComputedTiming().endTime));
    // where an inherited colour has come to its end, the next element's begins
    for (let moving = running(); moving.length > 0; moving = running()) for (const one of moving) one.finish();
  }, theme);
}

/** What axe finds on the page in each theme, in a form that names theme and place. The page is left dark. */
export async function findingsInAllThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await showIn(theme, page);
    found.push(...(await findingsIn(theme, page)).map((finding) => `${theme}: ${finding}`));
  }
  return found;
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

interface Shift {
  value: number;
  by: string[];
}

/** Keeps, from the next page on, what moves there without anybody's doing, as browsers count it. */
export function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    interface Entry extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        const by = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : ""));
        if (!hadRecentInput) shifts.push({ value, by });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** How much of the page has moved since it was opened, and what did. */
export async function shiftsOf(page: Page): Promise<{ all: number; by: string }> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  return { all: shifts.reduce((sum, { value }) => sum + value, 0), by: JSON.stringify(shifts) };
}
