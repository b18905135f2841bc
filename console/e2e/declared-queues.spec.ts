import { Desk } from "./support/desk";
import { inOwnProduct } from "./support/own-product";
import { signIn } from "./support/sign-in";
import { demo } from "./support/staff";
import { expect, test } from "./support/test";

// The product with two processes more, which test code alone declares (tests/proof): a queue with a page and a key, a
// queue without, a form, a clock, statuses that no code of the product names, a subject with facets of its own. Outside
// of drills its API is tested there, and its place in the console by src/app/{navigation,routes}.test.
const ADVICE = "Offer them half of it.";

test("queues that test code alone declares are listed, worked on and told of like the product's own", { tag: "@drill" }, async ({ browser }) => {
  await inOwnProduct(browser, { DOCKET_SETTINGS_MODULE: "tests.proof.settings" }, async (page) => {
    const desk = new Desk(page);
    const heading = page.getByRole("heading", { level: 1 });

    await test.step("the sidebar and the dashboard list them, with their counts", async () => {
      await page.goto("/");
      await signIn(page, demo.marta);
      const entry = page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: /^Legal review/ });
      await expect(entry).toHaveText(/Legal review\s*3/);
      await expect(entry).toHaveAttribute("href", "/reviews/legal");
      const rows = page.getByRole("table").getByRole("row");
      await expect(rows.filter({ hasText: "Legal review" })).toContainText("3");
      await rows.getByRole("link", { name: "Settlements" }).click();
      await expect(heading).toHaveText("Settlements");
      await expect(page).toHaveURL("/queues/settlement");
      await expect(page.getByText("This queue is empty")).toBeVisible();
    });

    await test.step("a declared key leads to the page, and the sheet of keys names it", async () => {
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Legal review");
      await page.keyboard.press("Escape");
      await page.keyboard.press("g");
      await page.keyboard.press("l");
      await expect(heading).toHaveText("Legal review");
      await expect(page).toHaveURL(/\/reviews\/legal/);
      await expect(desk.list.getByRole("listitem")).toHaveCount(3);
    });

    await test.step("an outcome is decided with its form", async () => {
      const taskId = await desk.takeNext();
      await desk.readFirst();
      await page.keyboard.press("a");
      await desk.form.getByLabel("Claim in pounds").fill("500");
      await desk.form.getByLabel("Advice").fill(ADVICE);
      await page.keyboard.press("Control+Enter");
      await desk.says("Done: Advise");
      await expect(desk.row(taskId)).toHaveCount(0);
    });

    await test.step("the next queue shows it with its clock, its history and its graph", async () => {
      await desk.open("/queues/settlement");
      await expect(desk.list.getByRole("listitem")).toHaveCount(1);
      const process = desk.item.getByRole("region", { name: "Process" });
      await expect(process.getByRole("img", { name: /passed .*Legal review.*; now in Settlements/ })).toBeVisible();
      await expect(desk.timeline.filter({ hasText: "You: “Advise”" })).toContainText(ADVICE);
    });

    await test.step("reviews are filtered by its statuses, and say them by name", async () => {
      await page.goto("/reviews/classic");
      await page.getByRole("combobox", { name: "Status" }).selectOption({ label: "To be settled" });
      await expect(page).toHaveURL(/status=settlement/);
      const rows = page.getByRole("table", { name: "Reviews" }).getByRole("row").filter({ hasText: "Thistle & Sons" });
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText("To be settled");
    });

    await test.step("a queue that the process got later has a page and a key as well", async () => {
      await desk.open("/reviews/legal");
      await desk.takeNext();
      await desk.readFirst();
      await page.keyboard.press("u");
      await desk.says("Done: Sue");
      await page.goto("/");
      await page.getByRole("table").getByRole("link", { name: "Before the court" }).click();
      await expect(page).toHaveURL(/\/queues\/court/);
      await expect(desk.list.getByRole("listitem")).toHaveCount(1);
    });

    await test.step("its end stands in the story of the review", async () => {
      await desk.open("/queues/settlement");
      const taskId = await desk.takeNext();
      await desk.readFirst();
      await page.keyboard.press("t");
      await desk.says("Done: Settle");
      await expect(desk.row(taskId)).toHaveCount(0);
      await page.goto("/reviews/classic?status=settled");
      await page.getByRole("table", { name: "Reviews" }).getByRole("rowheader").getByRole("link").click();
      await expect(heading).toHaveText(/^Review \d+$/);
      await expect(page.getByRole("main")).toContainText("Legal matter");
      await expect(page.getByRole("banner")).toContainText("Settled");
    });

    await test.step("a kind with a subject of its own is filtered by its own facets", async () => {
      await desk.open("/visits");
      const rows = desk.list.getByRole("listitem");
      await expect(rows).toHaveCount(4);
      await expect(rows.first()).toContainText(/Visit to Larkspur Fittings 0.*Floor 1.*Shop/s);
      const filters = page.getByRole("group", { name: "Filters" });
      await expect(filters.getByRole("button", { name: "Stars" })).toHaveCount(0);
      await filters.getByRole("button", { name: "With faults" }).click();
      await expect(rows).toHaveCount(2);
      await filters.getByRole("button", { name: /^Building/ }).click();
      await page.getByRole("menuitemradio", { name: "Office" }).click();
      await expect(rows).toHaveCount(1);
      await expect(desk.item).toContainText("See whether the stairs are safe.");
    });

    await test.step("an address that is not declared stays the 404 page", async () => {
      await page.goto("/queues/unheard-of");
      await expect(page.getByRole("heading", { name: "There is no page at this address" })).toBeVisible();
    });

    await test.step("its items are chosen for a batch by them", async () => {
      await page.evaluate(() => localStorage.clear());
      await page.goto("/");
      await signIn(page, demo.henrik);
      await expect(heading).toBeVisible();
      await page.goto("/reviews/bulk-moderate?queue=visits&outcome=pass");
      await page.getByRole("combobox", { name: "Floor" }).selectOption({ label: "Floor 3" });
      await expect(page).toHaveURL(/floor=3/);
      await expect(page.getByText("1 item fits; all of them are shown")).toBeVisible();
      await expect(page.getByRole("table", { name: "Items that fit" })).toContainText(/Visit to Larkspur Fittings 2.*Floor 3, Shop/s);
    });
  });
});
