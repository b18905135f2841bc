import type { TaskPage } from "@/api/types";

import { intercept } from "./support/intercept";
import { expect, test } from "./support/test";

test("a queue is read: its view is in the address, more comes as one scrolls, and polls move nobody's view", async ({ visit }) => {
  const { page, desk, api, tab } = await visit({ as: "MODERATOR" });

  await test.step("a view can be shared, and comes back", async () => {
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
    await other.close();
  });

  await test.step("more comes as one scrolls, each item once, and polls move nothing", async () => {
    await desk.open();
    const rows = page.locator(".rows");
    const polled = () => page.waitForResponse((answer) => /\/queues\/pending\/tasks(?!.*cursor=)/.test(answer.url()));
    const second = page.waitForResponse((answer) => answer.url().includes("cursor="));
    await expect(desk.row((await api.ask<TaskPage>("GET", "/queues/pending/tasks?limit=1")).items[0]?.task_id ?? 0)).toBeAttached();
    const place = await rows.evaluate((element) => {
      element.scrollTop = 3_200; // at once: what rolls may still move when it is read
      return element.scrollTop;
    });
    expect(place).toBeGreaterThan(2_000);
    await second;
    // what is read stays where it is, also when somebody decides an item above it
    const read = page.locator("[data-task]").nth(Math.floor((await page.locator("[data-task]").count()) / 2));
    const taskId = Number(await read.getAttribute("data-task"));
    await api.claim(taskId); // nobody decides this one meanwhile
    await polled();
    const top = async () => (await desk.row(taskId).boundingBox())?.y;
    const before = await top();
    // what the first poll brings is drawn before the next one is asked for
    await polled();
    await polled();
    expect(await top()).toBe(before);
    const ids = await page.locator("[data-task]").evaluateAll((all) => all.map((row) => row.getAttribute("data-task")));
    expect(new Set(ids).size).toBe(ids.length);
  });

  await test.step("an item that is opened by its link is in sight in the list", async () => {
    const { items } = await api.ask<TaskPage>("GET", "/queues/pending/tasks?limit=50");
    const taskId = items.at(-1)?.task_id ?? 0;
    await desk.open(`/reviews/moderate?item=${taskId}`);
    await expect(page.locator(`[data-task="${taskId}"][aria-current=true]`)).toBeInViewport();
  });
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
