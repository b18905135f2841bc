import { test as base, type BrowserContextOptions, expect, type Page } from "@playwright/test";

import { Api } from "./api";
import { Desk } from "./desk";
import { hire, type Level, type Person } from "./staff";

interface Visit extends BrowserContextOptions {
  /** Who signs in: somebody new of this level, or a given person; a visitor when left out. */
  as?: Level | Person;
  /** What the browser has kept from an earlier visit. */
  kept?: Record<string, string>;
  /** Refusals that belong to the test. Any other status from 400 on fails it. */
  refusals?: number[];
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

/** What the browser itself writes to the console about an answer from 400 on; those are judged by their status. */
const BY_THE_BROWSER = /^Failed to load resource: the server responded with a status of \d+/;

/**
 * `visit` opens a browser of its own for each person. A test fails when a page throws, writes an error to the console,
 * breaks the Content-Security-Policy, gets no answer, or is refused something that the test does not name.
 */
export const test = base.extend<{ visit: Visiting }>({
  visit: async ({ browser, baseURL }, provide) => {
    const faults: string[] = [];
    const contexts: { close: () => Promise<void> }[] = [];

    const watch = (page: Page, refusals: number[]) => {
      page.on("pageerror", (error) => faults.push(`thrown: ${error.message}`));
      page.on("console", (message) => {
        const text = message.text();
        if (message.type() === "error" && !BY_THE_BROWSER.test(text)) faults.push(`console: ${text}`);
      });
      page.on("requestfailed", (request) => {
        const reason = request.failure()?.errorText;
        if (reason !== "net::ERR_ABORTED") faults.push(`${reason ?? "failed"}: ${request.url()}`);
      });
      page.on("response", (answer) => {
        const status = answer.status();
        if (status >= 400 && !refusals.includes(status)) faults.push(`${status}: ${answer.url()}`);
      });
    };

    const visit = async ({ as, kept = {}, refusals = [], ...options }: Visit = {}): Promise<Visitor | SignedIn> => {
      const person = typeof as === "string" ? hire(as) : as;
      const api = person && (await Api.signIn(person));
      const stored = { ...kept, ...(api && { accessToken: api.token }) };
      const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
      const storageState = { cookies: [], origins: [{ origin: baseURL ?? "", localStorage }] };
      const context = await browser.newContext({ ...options, storageState });
      contexts.push(context);
      const tab = async () => {
        const page = await context.newPage();
        watch(page, refusals);
        return page;
      };
      const page = await tab();
      const visitor = { page, desk: new Desk(page), tab };
      return person && api ? { ...visitor, person, api } : visitor;
    };

    await provide(visit as Visiting);
    for (const context of contexts) await context.close();
    expect(faults).toEqual([]);
  },
});

export { expect };
