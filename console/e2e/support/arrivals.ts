import { expect, type Page } from "@playwright/test";

interface Shift {
  value: number;
  by: string[];
}
declare global {
  interface Window {
    /** What has moved on the page without anybody's doing, as browsers count it. */
    shifts: Shift[];
    /** How many calls of the API the page still waits for. */
    unanswered: () => number;
  }
}

/**
 * From the next page on, keeps what moves there, and lets the answers of the API through one by one: each as soon as all
 * calls are answered and the one before it is drawn, in an order of their addresses. So the parts of a page come one
 * after the other, as on a busy machine, and on every machine in the same order.
 */
export function watchArrivals(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const frame = () => new Promise(requestAnimationFrame);
    const waiting: { place: number; pass: () => void }[] = [];
    const ask = window.fetch;
    let asked = 0;
    let isPassing = false;

    /** Anything but the alphabet, in which what belongs together stands together; numbers differ from run to run. */
    const placeOf = (address: string) =>
      address
        .replaceAll(/\d+/g, "")
        .split("")
        .reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);

    async function passAll() {
      if (isPassing) return;
      isPassing = true;
      while (asked === 0 && waiting.length > 0) {
        waiting.sort((one, other) => one.place - other.place).shift()?.pass();
        await frame();
        await frame();
      }
      isPassing = false;
    }

    window.unanswered = () => asked + waiting.length;
    window.fetch = async (input, options) => {
      const address = input instanceof Request ? input.url : String(input);
      if (!address.includes("/api/")) return ask(input, options);
      asked += 1;
      const answer = await ask(input, options).finally(() => {
        asked -= 1;
        if (asked === 0) void passAll();
      });
      await new Promise<void>((pass) => {
        waiting.push({ place: placeOf(address), pass });
        void passAll();
      });
      return answer;
    };

    window.shifts = [];
    interface Entry extends PerformanceEntry {
      value: number;
      sources: { node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[])
        window.shifts.push({ value, by: sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : "")) });
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Beside `watchArrivals`, lets scripts come after the answers: what is loaded on demand, after all that stands below it. */
export function holdScripts(page: Page): Promise<unknown> {
  return page.route(/\.js$/, async (route) => {
    await page.waitForFunction(() => window.unanswered() === 0, undefined, { timeout: 0 }); // the test has its own end
    await route.continue();
  });
}

/** Waits until a page has all answers and letters, and has been drawn with them. */
export async function settled(page: Page): Promise<void> {
  const isStill = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      for (let count = 0; count < 3; count += 1) {
        const waits = document.querySelector("main [aria-busy=true], [role=status][aria-label=Loading]");
        if (waits || ("unanswered" in window && window.unanswered() > 0)) return false;
        await new Promise(requestAnimationFrame);
      }
      return true;
    });
  await expect.poll(isStill, { intervals: [20, 50, 100] }).toBe(true);
}

/** How much of the page has moved since it was opened, and what did. */
export async function shiftsOf(page: Page): Promise<{ all: number; by: string }> {
  const shifts = await page.evaluate(() => window.shifts);
  return { all: shifts.reduce((sum, { value }) => sum + value, 0), by: JSON.stringify(shifts) };
}
