import { intercept } from "./support/intercept";
import { expect, test } from "./support/test";

test("a view is in the address: it can be shared, and comes back", async ({ visit }) => {
  const { page, desk, tab } = await visit({ as: "MODERATOR" });
  await desk.open();
  await page.getByRole("button", { name: /^Stars/ }).click();
  await page.getByRole("menuitemradio", { name: "1 star" }).click();
  await expect(page).toHaveURL(/rating=1/);
  await expect(desk.list.getByRole("img", { name: "1 out of 5 stars" }).first()).toBeVisible();
  await expect(desk.list.getByRole("img", { name: "5 out of 5 stars" })).toHaveCount(0);
  await page.keyboard.press("f");
  await page.keyboard.type("phone");
  await expect(page).toHaveURL(/q=phone/);

  const other = await tab();
  await other.goto(page.url());
  await expect(other.getByRole("searchbox", { name: /^Find in this queue/ })).toHaveValue("phone");
  await expect(other.getByRole("button", { name: "Stars: 1 star" })).toBeVisible();
});

test("more of a long queue comes as one scrolls, each item once, and polls move nobody's view", async ({ visit }) => {
  const { page, desk } = await visit({ as: "MODERATOR" });
  await desk.open();
  const rows = page.locator(".rows");
  const second = page.waitForResponse((answer) => answer.url().includes("cursor="));
  await rows.hover();
  await page.mouse.wheel(0, 3_200);
  await second;
  await expect.poll(() => rows.evaluate((element) => element.scrollTop)).toBeGreaterThan(2_000);
  const place = await rows.evaluate((element) => element.scrollTop);
  await page.waitForResponse((answer) => answer.url().includes("/queues/pending/tasks"));
  expect(await rows.evaluate((element) => element.scrollTop)).toBe(place);
  const ids = await page.locator("[data-task]").evaluateAll((all) => all.map((row) => row.getAttribute("data-task")));
  expect(new Set(ids).size).toBe(ids.length);
});

test("n with nothing left says so", async ({ visit }) => {
  const { page, desk } = await visit({ as: "MODERATOR" });
  await intercept(page, /\/queues\/pending\/next$/, (route) => route.fulfill({ status: 204 }));
  await desk.open();
  await page.keyboard.press("n");
  await expect(page.getByText("No item is free in this queue.").last()).toBeVisible();
});

test("answers lost on their way are told, nothing typed is lost, and a decision is made once", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "MODERATOR", unanswered: true });
  const { task_id: taskId } = await api.pick("pending");
  await desk.take(taskId);
  await page.keyboard.press("r");
  await desk.reason.selectOption({ label: "Threat" });
  await desk.facts.fill("It threatens the driver.");
  // a server that does not answer this within five seconds counts as away, and the command would wait for it
  await intercept(page, "/healthz", (route) => route.fulfill({ json: { database: "ok" } }));
  const keys: (string | undefined)[] = [];
  await intercept(page, /\/decision$/, async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    // the decision is made by the first of them, whose answer is lost
    if (keys.length === 1) await route.fetch();
    await (keys.length <= 3 ? route.abort("connectionreset") : route.continue());
  });
  await page.keyboard.press("Control+Enter");
  const notice = desk.item.locator(".notice");
  await expect(notice).toContainText("The server did not answer.");
  await expect(notice).toContainText("What you typed is stored.");
  await notice.getByRole("button", { name: "Try again" }).click();
  await desk.says("Rejected");
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
  const { process } = await api.task(taskId);
  // another test may have rejected the item before, and taken it back
  const rejections = (await api.history(process.id)).filter(({ text }) => text === "It threatens the driver.");
  expect(rejections.map(({ outcome }) => outcome)).toEqual(["reject"]);
});
