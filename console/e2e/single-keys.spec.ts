import type { Page } from "@playwright/test";

import { builtPages, openPage } from "./support/pages";
import { expect, test } from "./support/test";

const OFF = { settings: JSON.stringify({ singleKeys: false }) };
/** A person's presence on an item is sent by itself, and the preview of a batch is a read with a body. */
const BY_ITSELF = ["/api/presence/", "/api/bulk/preview"];

/** The keys that the page's own sheet lists, such as `j`, `g m` and `Shift x`. */
async function declaredKeys(page: Page): Promise<string[]> {
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await expect(sheet).toBeVisible();
  const keys = await sheet.locator(".keys").evaluateAll((all) =>
    all.map((one) => [...one.querySelectorAll("kbd")].map((cap) => cap.textContent).join(" ")),
  );
  await page.keyboard.press("Escape");
  return [...new Set(keys)].filter((name) => name.split(" ").every((key) => key === "Shift" || key.length === 1));
}

const press = async (page: Page, keys: string) => {
  if (keys.startsWith("Shift ")) await page.keyboard.press(keys.replace(" ", "+"));
  else for (const key of keys.split(" ")) await page.keyboard.press(key);
};

test("switched off in the settings, no declared key of any page acts, and none is shown", async ({ visit }) => {
  const on = await visit({ as: "ADMIN" });
  const off = await visit({ as: "ADMIN", kept: OFF });
  const { subject } = await on.api.task((await on.api.pick("pending")).task_id);
  const sent: string[] = [];
  off.page.on("request", (request) => {
    if (request.method() !== "GET" && !BY_ITSELF.some((path) => request.url().includes(path))) sent.push(`${request.method()} ${request.url()}`);
  });

  for (const address of ["/reviews/moderate", "/reviews/queued", ...builtPages(subject.id)]) {
    await openPage(on.page, address);
    const keys = await declaredKeys(on.page);
    expect(keys, address).toContain("?");
    await openPage(off.page, address);
    const { page } = off;
    await expect(page.locator(".app")).toBeVisible();
    const place = page.url();
    for (const name of keys) {
      await press(page, name);
      expect(page.url(), `${name} at ${address}`).toBe(place);
    }
    await expect(page.getByRole("dialog"), address).toHaveCount(0);
    await expect(page.getByPlaceholder("Enter your search term here..."), address).toHaveCount(0);
    const caps = await page.locator("kbd:visible").allTextContents();
    expect(caps.filter((cap) => cap.length === 1), address).toEqual([]);
    const named = await page.locator("[aria-keyshortcuts]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-keyshortcuts") ?? ""));
    expect(named.filter((name) => name.split("+").every((key) => key === "Shift" || key.length === 1)), address).toEqual([]);
  }
  expect(sent).toEqual([]);

  await test.step("Enter still takes the item, and the box in the settings brings the keys back", async () => {
    const { page, desk } = off;
    const { task_id: taskId } = await off.api.pick("pending");
    await desk.open(`/reviews/moderate?item=${taskId}`);
    await expect(desk.title).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(desk.lock).toBeVisible();
    await desk.release();
    await page.getByRole("button", { name: `${off.person.name}, account menu` }).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await page.getByRole("checkbox", { name: /^Single-key shortcuts/ }).check();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" }).getByText("Next in the list")).toBeVisible();
  });
});
