import type { Page } from "@playwright/test";

import { intercept } from "./support/intercept";
import { fillLists } from "./support/long-lists";
import { inOwnProduct } from "./support/own-product";
import { signIn } from "./support/sign-in";
import { expect, test } from "./support/test";

const PAGE_SIZE = 50;

interface List {
  name: string;
  address: string;
  /** The calls that read it. */
  calls: RegExp;
  table: string;
  empty: string;
  /** The field that narrows it. */
  find?: string;
}

/** A list on its page, beside others: its rows, and the button for further ones. */
function shown(page: Page, name: string) {
  const table = page.getByRole("table", { name, exact: true }).first();
  const rows = table.locator("tbody").getByRole("row");
  return { rows, more: page.locator("section").filter({ has: table }).getByRole("button", { name: "Show more" }) };
}

/** Shows the list with the first rows of its page alone, as if there were no others. */
async function showFirst(page: Page, { address, calls, table, empty }: List, number: number) {
  await intercept(page, calls, async (route) => {
    const whole = await route.fetch();
    const answer = (await whole.json()) as { items: unknown[] };
    await route.fulfill({ response: whole, json: { ...answer, items: answer.items.slice(0, number), next_cursor: null } });
  });
  await page.goto(address);
  const { rows, more } = shown(page, table);
  if (number) await expect(rows).toHaveCount(number);
  else await expect(page.getByText(empty).first()).toBeVisible();
  await expect(more).toHaveCount(0);
  await page.unroute(calls);
}

/** Shows the list with 0, 1 and 50 rows, then as it is: page by page, by keyboard alone, and by a search that one row fits. */
async function lookThrough(page: Page, list: List, sought: string) {
  for (const number of [0, 1, PAGE_SIZE]) await showFirst(page, list, number);
  await page.goto(list.address);
  const { rows, more } = shown(page, list.table);
  await expect(rows).toHaveCount(PAGE_SIZE);
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(2 * PAGE_SIZE);
  await expect(more).toBeVisible();
  if (!list.find) return;
  await page.getByRole("searchbox", { name: list.find }).fill(sought);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(sought);
}

const ACCOUNTS: List = { name: "accounts", address: "/accounts", calls: /\/api\/users\?/, table: "User accounts", empty: "There are no user accounts", find: "Name, email or number" };

test("a list with 0, 1, 50 and more rows is shown page by page and searched", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN" });
  await lookThrough(page, ACCOUNTS, "Hedda Tester 149");
});

test("lists of the organisation with 100,000 rows are shown page by page and searched", { tag: "@drill" }, async ({ browser }) => {
  await inOwnProduct(browser, { DOCKET_SETTINGS_MODULE: "tests.browser_settings" }, async (page, data) => {
    const made = await fillLists(data);
    await page.goto("/");
    await signIn(page, { email: "admin@docket.test" });
    await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeVisible();
    const lists: List[] = [
      { name: "groups", address: "/groups", calls: /\/api\/groups\?/, table: "Company groups", empty: "There are no company groups", find: "Name, id or RPP slug" },
      { name: "tags", address: "/tags", calls: /\/api\/tags\?/, table: "Organisation tags", empty: "There are no organisation tags", find: "Name or id" },
      ACCOUNTS,
      { name: "blacklist", address: "/blacklist", calls: /\/api\/blacklist\?/, table: "Blacklist", empty: "Nobody is on the blacklist" },
      { name: "companies", address: "/search?type=companies", calls: /\/api\/companies\?/, table: "Companies", empty: "There are no companies", find: "Name, id or postcode" },
      { name: "accounts of a company", address: `/company/${made.company}?tab=accounts`, calls: /\/api\/company\/\d+\/accounts/, table: "Accounts", empty: "No account" },
      { name: "members", address: `/groups/${made.group}`, calls: /\/api\/group\/\d+\/members/, table: "Members", empty: "This group has no members" },
      { name: "companies of a tag", address: `/tag/${made.tag}`, calls: /\/api\/tag\/\d+\/members/, table: "Companies", empty: "No company has this tag" },
      { name: "associations", address: `/accounts/${made.account}?tab=associations`, calls: /\/api\/user\/\d+\/associations/, table: "Companies", empty: "This account belongs to no company" },
      { name: "audit log", address: `/company/${made.company}?tab=log`, calls: /\/api\/audit\/company\//, table: "Audit log", empty: "Nothing is logged yet" },
    ];
    for (const list of lists) await test.step(list.name, () => lookThrough(page, list, "Zz longlist 077777"));
  });
});
