import { test as base, type BrowserContext, type BrowserContextOptions, expect, type Page } from "@playwright/test";

import { Api } from "./api";
import { Desk } from "./desk";
import { hire, type Level, type Person } from "./staff";
import { keepToasts } from "./toasts";

interface Visit {
  /** Who signs in: somebody new of this level, or a given person; a visitor when left out. */
  as?: Level | Person;
  /** What the browser has kept from an earlier visit. */
  kept?: Record<string, string>;
  /** The window, where it is not the usual one. */
  browser?: BrowserContextOptions;
  /** Refusals that belong to the test. Any other status from 400 on fails it. */
  refusals?: number[];
  /** The test takes the connection away. */
  unanswered?: boolean;
}

export interface Visitor {
  page: Page;
  desk: Desk;
  /** Opens a further tab of the same browser, watched as well. */
  tab: () => Promise<Page>;
}
export interface SignedIn extends Visitor {
  person: Person;
  api: Api;
}

interface Visiting {
  (visit: Visit & { as: Level | Person }): Promise<SignedIn>;
  (visit?: Visit & { as?: never }): Promise<Visitor>;
}

/** What the browser itself writes to the console about refusals and lost answers; those are judged as such. */
const BY_THE_BROWSER = "Failed to load resource: ";

/** From now on, keeps what is wrong with a page: thrown, written as an error, without an answer, refused. */
export function watch(page: Page, faults: string[], { refusals = [], unanswered = false }: Visit = {}): void {
  page.on("pageerror", (error) => faults.push(`thrown: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !text.startsWith(BY_THE_BROWSER)) faults.push(`console: ${text}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    if (!unanswered && reason !== "net::ERR_ABORTED") faults.push(`${reason ?? "failed"}: ${request.url()}`);
  });
  page.on("response", (answer) => {
    const status = answer.status();
    if (status >= 400 && !refusals.includes(status)) faults.push(`${status}: ${answer.url()}`);
  });
}

/**
 * `visit` opens a browser of its own for each person. A test fails when a page throws, writes an error to the console,
 * breaks the Content-Security-Policy, gets no answer, or is refused something that the test does not name.
 */
export const test = base.extend<{ visit: Visiting }>({
  visit: async ({ browser, baseURL }, provide) => {
    const faults: string[] = [];
    const contexts: BrowserContext[] = [];

    const visit = async (given: Visit = {}): Promise<Visitor | SignedIn> => {
      const { as, kept = {} } = given;
      const person = typeof as === "string" ? hire(as) : as;
      const api = person && (await Api.signIn(person));
      const stored = { ...kept, ...(api && { accessToken: api.token }) };
      const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
      const storageState = { cookies: [], origins: [{ origin: baseURL ?? "", localStorage }] };
      const context = await browser.newContext({ ...given.browser, storageState });
      contexts.push(context);
      const tab = async () => {
        const page = await context.newPage();
        watch(page, faults, given);
        await keepToasts(page);
        return page;
      };
      const page = await tab();
      const visitor = { page, desk: new Desk(page), tab };
      return person && api ? { ...visitor, person, api } : visitor;
    };

    await provide(visit as Visiting);
    for (const context of contexts) {
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    }
    expect(faults).toEqual([]);
  },
});

export { expect };
