import { Link } from "./support/link";
import { expect, test } from "./support/test";

const FACTS = "The street that it names does not exist.";

test("without a network every page says since when, numbers grow old, lists end in a sentence, and what was typed stays", async ({ visit }) => {
  const { page, desk, person } = await visit({ as: "MODERATOR", unanswered: true });
  await desk.open(); // its code is loaded now
  const offline = page.getByRole("status").filter({ hasText: /Offline since \d\d:\d\d/ });

  await test.step("what is opened meanwhile comes when the network is back", async () => {
    await desk.takeNext();
    await page.keyboard.press("r");
    await desk.facts.fill(FACTS);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: `${person.name}, account menu` }).click();
    await expect(page.getByRole("menuitem", { name: "Sign Out" })).toHaveCount(0);
    await expect(desk.facts).toHaveValue(FACTS);
    await page.context().setOffline(false);
    await expect(page.getByRole("menuitem", { name: "Sign Out" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(desk.facts).toHaveValue(FACTS);
    await expect(offline).toHaveCount(0);
  });

  await test.step("numbers say how old they are", async () => {
    await page.getByRole("navigation").getByRole("link", { name: "Dashboard", exact: true }).click();
    await expect(page.getByText(/^Counted (just now|\d+\s(s|min) ago)$/)).toBeVisible();
    await page.context().setOffline(true);
    await expect(offline).toBeVisible();
    await expect(page.getByText(/^Counted \d+\s(s|min) ago$/)).toBeVisible(); // however late it is read
  });

  await test.step("a page whose code cannot be loaded, and a list that was not read yet", async () => {
    await page.getByRole("link", { name: "Classic review view" }).click();
    await expect(offline).toContainText("the page opens when the server answers");
    await page.getByRole("navigation").getByRole("link", { name: /^Not yet verified/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Not yet verified" })).toBeVisible();
    const failed = page.getByRole("alert");
    await expect(failed).toContainText("The server cannot be reached.");
    await failed.getByRole("button", { name: "Try again" }).click();
    await expect(failed).toContainText(/Still no answer at \d\d:\d\d\./);
    await expect(failed.getByRole("button", { name: "Try again" })).toBeFocused();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    await page.context().setOffline(false);
    await expect(desk.list).toBeVisible();
    await expect(failed).toHaveCount(0);
    await expect(offline).toHaveCount(0);
  });
});

test("with the server killed the lock counts down, a decision waits to be sent, and is sent when it runs again", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "MODERATOR", unanswered: true, refusals: [502] });
  const link = new Link();
  const address = await link.open();
  await page.addInitScript((token) => localStorage.setItem("accessToken", token), api.token);
  await desk.open(`${address}/reviews/moderate`);
  const taskId = await desk.takeNext();
  await page.keyboard.press("r");
  await desk.reason.selectOption("threat");
  await desk.facts.fill(FACTS);

  link.cut();
  await expect(page.getByRole("status").filter({ hasText: /Reconnecting|Offline since/ })).toBeVisible();
  await expect(desk.item.getByText("cannot be extended until the server answers")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("status").filter({ hasText: "1 change waits to be sent" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /Offline since \d\d:\d\d/ })).toBeVisible();

  link.mend();
  await desk.says("Rejected");
  await expect.poll(async () => (await api.task(taskId)).open).toBe(false);
  link.close();
});
