import { join } from "node:path";

import type { TaskPage } from "@/api/types";

import { rule } from "./support/effort";
import { ROOT } from "./support/manage";
import { demo } from "./support/staff";
import { expect, test } from "./support/test";

const FACTS = "The author says in the text that the owner is their sister.";

/** The whole of the main job, by two people in two browsers. */
test("a moderator takes, approves and rejects; a second one is refused the same item by name", rule(2), async ({ visit }) => {
  const marta = await visit();
  const callum = await visit({ as: demo.callum, refusals: [409] });
  let contested = 0;

  await test.step("Marta signs in and goes to the queue", async () => {
    await marta.page.goto("/");
    await marta.page.getByLabel("Email address").fill(demo.marta.email);
    await marta.page.getByLabel("Password", { exact: true }).fill("Docket-demo-1");
    await marta.page.getByRole("button", { name: "Sign in" }).click();
    await marta.page.getByRole("navigation").getByRole("link", { name: "Moderate reviews" }).click();
    await expect(marta.page.getByRole("heading", { level: 1, name: "Moderate reviews" })).toBeVisible();
    await expect(marta.desk.list).toBeVisible();
  });

  await test.step("n takes the next free item, a approves it", async () => {
    const taskId = await marta.desk.takeNext();
    await marta.page.keyboard.press("a");
    await marta.desk.says("Approved");
    await expect(marta.page).not.toHaveURL(new RegExp(`item=${taskId}(&|$)`));
    await expect(marta.desk.row(taskId)).toHaveCount(0);
  });

  await test.step("n takes another, r rejects it with a reason and the facts", async () => {
    const taskId = await marta.desk.takeNext();
    await marta.page.keyboard.press("r");
    await marta.desk.reason.selectOption({ label: "Conflict of interest" });
    await marta.desk.facts.fill(FACTS);
    await marta.page.keyboard.press("Control+Enter");
    await marta.desk.says("Rejected");
    await expect(marta.desk.row(taskId)).toHaveCount(0);
    const { process } = await callum.api.task(taskId);
    const decided = (await callum.api.history(process.id)).find(({ action }) => action === "decide");
    expect(decided).toMatchObject({ actor: { name: demo.marta.name }, outcome: "reject", text: FACTS });
  });

  await test.step("what Marta has taken is refused to Callum by her name", async () => {
    ({ task_id: contested } = await callum.api.pick("pending")); // `next` may give her what is assigned to her
    await marta.desk.take(contested);
    await callum.desk.open(`/reviews/moderate?item=${contested}`);
    await expect(callum.desk.item).toContainText(/Held by Marta Ellwood since \d\d:\d\d\./);
    await expect(callum.desk.outcome("Approve")).toBeDisabled();
    await callum.page.keyboard.press("Enter");
    await expect(callum.page.getByText("Held by Marta Ellwood. You can read it, but not decide it.")).toBeAttached();
    await expect(callum.desk.lock).toHaveCount(0);
  });

  await test.step("Marta lets go, and Callum takes it and begins to type", async () => {
    await marta.desk.release();
    await callum.desk.take(contested);
    await callum.page.keyboard.press("r");
    await callum.desk.reason.selectOption({ label: "Conflict of interest" });
    await callum.desk.facts.fill(FACTS);
  });

  await test.step("he lets go of it in another tab, and Marta takes it again", async () => {
    await callum.api.release(contested);
    await marta.page.keyboard.press("Enter");
    await expect(marta.desk.lock).toHaveText(/^Yours for/);
  });

  await test.step("his decision is refused by her name, and what he typed is kept", async () => {
    await callum.desk.facts.press("Control+Enter");
    await expect(callum.desk.item.locator(".notice")).toContainText(/Marta Ellwood has held it since \d\d:\d\d/);
    await expect(callum.desk.item.locator(".notice")).toContainText("What you typed is stored.");
    await expect(callum.desk.item.locator(".lockbar")).toContainText(/Held by Marta Ellwood since \d\d:\d\d/);
    await expect(callum.desk.form.getByRole("button", { name: "Reject" })).toBeDisabled();
    await expect(callum.desk.facts).toHaveValue(FACTS);
    await callum.page.reload();
    await expect(callum.desk.facts).toHaveValue(FACTS);
  });

  if (process.env.DOCKET_SCREENSHOT === "1")
    await test.step("the picture of the README", async () => {
      await callum.desk.takeNext();
      const { items } = await callum.api.ask<TaskPage>("GET", "/queues/pending/tasks?flagged=true");
      const flagged = items.find(({ locked }) => !locked);
      await marta.desk.take(flagged?.task_id ?? contested);
      await marta.page.mouse.move(720, 880);
      await expect(marta.page.locator("[data-sonner-toast]")).toHaveCount(0);
      await marta.page.screenshot({ path: join(ROOT, "docs", "screenshot.png") });
    });
});
