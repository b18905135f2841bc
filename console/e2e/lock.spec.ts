import { Api } from "./support/api";
import { rule } from "./support/effort";
import { hire } from "./support/staff";
import { expect, test } from "./support/test";

const TYPED = "The author was never there: they say so themselves in the second line.";

test("a lock that ends under the hand is told in place and in each tab, and the text stays", rule(3), async ({ visit }) => {
  const { page, desk, api, tab } = await visit({ as: "MODERATOR", refusals: [409] });
  const head = await Api.signIn(hire("HEAD_MODERATOR"));
  const { task_id: taskId } = await api.pick("pending");
  const notice = desk.item.locator(".notice");

  await test.step("another tab of the same person has the lock and the text", async () => {
    await desk.take(taskId);
    await page.keyboard.press("r");
    await desk.reason.selectOption({ label: "Fake" });
    await desk.facts.fill(TYPED);
    const other = await tab();
    await other.goto(`/reviews/moderate?item=${taskId}`);
    await expect(other.getByRole("timer")).toHaveText(/^Yours for/);
    await expect(other.getByLabel("Facts")).toHaveValue(TYPED);
    await other.close();
  });

  await test.step("nobody else has it: it is offered again, with what was typed", async () => {
    await head.takeOver(taskId);
    await expect(notice).toContainText("Nobody has taken the item. What you typed is stored.");
    await expect(desk.facts).toHaveValue(TYPED);
    await notice.getByRole("button", { name: "Take it again" }).click();
    await expect(desk.lock).toHaveText(/^Yours for/);
    await expect(notice).toHaveCount(0);
  });

  await test.step("somebody else has it: they are named, and nothing can be sent", async () => {
    await head.takeOver(taskId, "The source is waiting.", { keep: true });
    await expect(notice).toContainText(`${head.person.name} took it over at`);
    await expect(notice).toContainText("The source is waiting.");
    await expect(notice).toContainText(`${head.person.name} has held it since`);
    await expect(desk.item.locator(".lockbar")).toContainText(`Held by ${head.person.name}`);
    await expect(desk.form.getByRole("button", { name: "Reject" })).toBeDisabled();
    await expect(desk.facts).toHaveValue(TYPED);
  });

  await test.step("the text is there after a reload, and when the item is free again", async () => {
    await page.reload();
    await expect(desk.facts).toHaveValue(TYPED);
    await expect(desk.reason).toHaveValue("fake");
    await head.release(taskId);
    await expect(notice).toHaveCount(0);
    await desk.facts.press("Control+Enter");
    await desk.says("Rejected");
    const { process } = await api.task(taskId);
    expect((await api.history(process.id)).findLast(({ action }) => action === "decide")).toMatchObject({
      outcome: "reject",
      text: TYPED,
    });
  });

  await test.step("what somebody else has decided meanwhile is told by their name, and the text can be copied", async () => {
    const other = await Api.signIn(hire("MODERATOR"));
    const { task_id: next } = await api.pick("pending");
    await desk.take(next);
    await page.keyboard.press("e");
    await desk.form.getByLabel("Notes").fill(TYPED);
    await api.release(next);
    await other.decide(next, "backlog");
    await page.keyboard.press("Control+Enter");
    await expect(desk.item.locator(".lockbar")).toContainText(other.person.name);
    await expect(desk.item.getByRole("region", { name: "Your draft" })).toContainText(TYPED);
  });
});
