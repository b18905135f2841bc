import type { Page } from "@playwright/test";

import type { TaskPage } from "@/api/types";

import { builtPages, openPage } from "./support/pages";
import { Source } from "./support/source";
import { expect, test } from "./support/test";

const TYPED = "jknaz? keys rest while one types / and go on after it.";

/** Presses keys of which the second counts for a moment alone: the page's time stands still between them. */
async function inOneMoment(page: Page, keys: readonly string[]): Promise<void> {
  const time = await page.evaluateHandle(() => {
    const { now } = Date;
    const moment = now();
    Date.now = () => moment;
    return { goOn: () => void (Date.now = now) };
  });
  for (const key of keys) await page.keyboard.press(key);
  await time.evaluate(({ goOn }) => goOn());
}

test("a whole round by keyboard alone", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "HEAD_MODERATOR" });
  const source = await Source.start();
  const company = await source.company("Keyboard Removals");
  await source.reviews(company.id, ["The first of three.", "The second of three.", "The third of three."]);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await test.step("the first Tab skips to the page, g m goes to the queue", async () => {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Skip to the content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await inOneMoment(page, ["g", "m"]);
    await expect(page).toHaveURL(/\/reviews\/moderate/);
    await expect(desk.title).toBeVisible();
  });

  await test.step("? shows the keys that work here, and Escape closes them", async () => {
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys" });
    for (const name of ["Next in the list", "Take the next free item", "Approve", "Moderate reviews"])
      await expect(keys.getByText(name, { exact: true })).toBeVisible();
    await page.keyboard.press("n"); // below a dialog nothing is taken
    await page.keyboard.press("Escape");
    await expect(keys).toHaveCount(0);
  });

  await test.step("/ opens the search, and Escape closes it", async () => {
    await page.keyboard.press("/");
    await expect(page.getByPlaceholder("Enter your search term here...")).toBeFocused();
    await page.keyboard.type("n");
    await page.keyboard.press("Escape");
    await expect(page.getByPlaceholder("Enter your search term here...")).toHaveCount(0);
  });

  await test.step("n takes the next free item", async () => {
    await desk.takeNext();
  });

  // from here on the items of this test alone: another one may take the others while they are free
  const { items } = await api.ask<TaskPage>("GET", `/queues/pending/tasks?company=${company.id}`);
  const [taskId = 0, other = 0] = items.map((row) => row.task_id);
  const place = `/reviews/moderate?company=${company.id}`;

  await test.step("j and k read, and take nothing", async () => {
    await desk.open(`${place}&item=${taskId}`);
    await expect(desk.row(other)).toBeVisible();
    await page.keyboard.press("j");
    await desk.shows(other);
    await expect(desk.item.getByText("Free to take.")).toBeVisible();
    await page.keyboard.press("k");
    await desk.shows(taskId);
    await expect(desk.item.getByText("Free to take.")).toBeVisible();
  });

  await test.step("Enter on a row of the list takes that one", async () => {
    await desk.row(taskId).focus();
    await page.keyboard.press("Enter");
    await desk.shows(taskId);
    await expect(desk.lock).toHaveText(/^Yours for/);
  });

  await test.step("r opens the form in its first field; keys rest while one types; Escape closes and keeps", async () => {
    await page.keyboard.press("r");
    await expect(desk.reason).toBeFocused();
    await page.keyboard.type("Thr");
    await page.keyboard.press("Tab");
    await expect(desk.facts).toBeFocused();
    await page.keyboard.type(TYPED);
    await desk.shows(taskId);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(desk.facts).toHaveCount(0);
    await page.keyboard.press("r");
    await expect(desk.facts).toHaveValue(TYPED);
    await expect(desk.reason).toHaveValue("threat");
  });

  await test.step("Ctrl+Enter sends it, z takes it back with the text", async () => {
    await page.keyboard.press("Control+Enter");
    await expect(page).not.toHaveURL(new RegExp(`item=${taskId}(&|$)`));
    await desk.says("Rejected");
    await desk.undo();
    await desk.shows(taskId);
    await expect(desk.item.getByRole("button", { name: "Take it" })).toBeVisible();
    await page.keyboard.press("r");
    await expect(desk.facts).toHaveValue(TYPED);
    await expect(desk.reason).toHaveValue("threat");
  });
});

/** Pages with keys of their own; the drills press those of every page. */
const SAMPLE = ["/tickets/list", "/testimonials/1", "/team", "/search?term=dental"];
/** A person's presence on an item is sent by itself, and the preview of a batch is a read with a body. */
const BY_ITSELF = ["/api/presence/", "/api/bulk/preview"];

/** As another tab of this browser does it. */
const setKeys = (page: Page, singleKeys: boolean) =>
  page.evaluate((value) => {
    localStorage.setItem("settings", value);
    window.dispatchEvent(new StorageEvent("storage", { key: "settings" }));
  }, JSON.stringify({ singleKeys }));

const areCharacters = (name: string) => name.split(/[ +]/).every((key) => key === "Shift" || key.length === 1);

/** The keys that the page's own sheet lists, such as `j`, `g m` and `Shift x`. */
async function declaredKeys(page: Page): Promise<string[]> {
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await expect(sheet).toBeVisible();
  const keys = await sheet.locator(".keys").evaluateAll((all) =>
    all.map((one) => [...one.querySelectorAll("kbd")].map((cap) => cap.textContent).join(" ")),
  );
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  return [...new Set(keys)].filter(areCharacters);
}

async function press(page: Page, keys: string): Promise<void> {
  if (keys.startsWith("Shift ")) await page.keyboard.press(keys.replace(" ", "+"));
  else for (const key of keys.split(" ")) await page.keyboard.press(key);
}

test("switched off in the settings, no declared key of a page acts, and none is shown", async ({ visit }) => {
  const { page, desk, api, person } = await visit({ as: "ADMIN" });
  const { task_id: taskId } = await api.pick("pending");
  const { subject } = await api.task(taskId);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && !BY_ITSELF.some((path) => request.url().includes(path))) sent.push(`${request.method()} ${request.url()}`);
  });
  const addresses = process.env.DOCKET_DRILLS === undefined ? SAMPLE : [...SAMPLE, "/reviews/queued", ...builtPages(subject.id)];

  for (const address of [`/reviews/moderate?item=${taskId}`, `/review/${subject.id}`, ...addresses])
    await test.step(address, async () => {
      await openPage(page, address);
      const keys = await declaredKeys(page);
      expect(keys).toContain("?");
      await setKeys(page, false);
      const caps = async () => (await page.locator("kbd:visible").allTextContents()).filter((cap) => cap.length === 1);
      await expect.poll(caps).toEqual([]);
      const shortcuts = await page.locator("[aria-keyshortcuts]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-keyshortcuts") ?? ""));
      expect(shortcuts.filter(areCharacters)).toEqual([]);
      const place = page.url();
      for (const name of keys) {
        await press(page, name);
        expect(page.url(), name).toBe(place);
      }
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByPlaceholder("Enter your search term here...")).toHaveCount(0);
      await setKeys(page, true);
      expect(await declaredKeys(page)).toEqual(keys); // it is still the same page, once a key was answered
      expect(page.url()).toBe(place);
    });
  expect(sent).toEqual([]);

  await test.step("Enter still takes the item, and the box in the settings brings the keys back", async () => {
    await setKeys(page, false);
    await desk.open(`/reviews/moderate?item=${taskId}`);
    await expect(desk.title).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(desk.lock).toBeVisible();
    await desk.release();
    await page.getByRole("button", { name: `${person.name}, account menu` }).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await page.getByRole("checkbox", { name: /^Single-key shortcuts/ }).check();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" }).getByText("Next in the list")).toBeVisible();
  });
});
