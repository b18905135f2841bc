import type { TaskDetail } from "@/api/types";

import { rule } from "./support/effort";
import { intercept } from "./support/intercept";
import { expect, test, type Visitor } from "./support/test";

/** Each would set `window.ran` or open a dialog if a page took it for more than text. */
const CORPUS = [
  `<script>window.ran = 1</script>`,
  `<img src=x onerror="window.ran = 2">`,
  `<svg onload="window.ran = 3"><animate onbegin="window.ran = 3" attributeName=x dur=1s>`,
  `"><details open ontoggle="window.ran = 4">`,
  `'-alert(5)-'`,
  `<iframe srcdoc="<script>parent.ran = 6</script>"></iframe>`,
  `<a href="javascript:window.ran=7" autofocus onfocus="window.ran = 7">7</a>`,
  `[link](javascript:window.ran=8) ![x](x" onerror="window.ran=8)`,
  `<math><mtext><table><mglyph><style><img src=x onerror="window.ran = 9">`,
  `{{constructor.constructor('window.ran = 10')()}} \${window.ran = 10} <%= window.ran = 10 %>`,
  `<0>bold</0> $t(common.ok) {{who}} {{- who}} </bdi><b>11</b>`,
  `&lt;script&gt;window.ran = 12&lt;/script&gt; &#x3C;script&#x3E;`,
  `</textarea></title></style></script><script>window.ran = 13</script>`,
  `\u202Egnp.tpircs\u202C \u2028 <body onload=window.ran=14>`,
];
const TASK = /\/api\/tasks\/\d+$/;
const ALL = CORPUS.join("\n");

/** Nothing ran, and nothing that was typed has become an element. */
async function expectOnlyText({ page }: Visitor, dialogs: string[]): Promise<void> {
  expect(dialogs).toEqual([]);
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
  const made = page.locator("main").locator("script, iframe, math, details:not(.disclosure), img, [onerror], [onload], [href^='javascript:']");
  await expect(made).toHaveCount(0);
}

function dialogsOf({ page }: Visitor): string[] {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return dialogs;
}

test("what moderators type is shown as they typed it, and never runs", rule(14), async ({ visit }) => {
  const author = await visit({ as: "MODERATOR" });
  const reader = await visit({ as: "HEAD_MODERATOR" });
  const [here, there] = [dialogsOf(author), dialogsOf(reader)];
  const { task_id: taskId } = await author.api.pick("pending");

  await author.desk.take(taskId);
  await author.page.keyboard.press("e");
  await author.desk.form.getByLabel("Notes").fill(ALL);
  await author.page.reload(); // out of the draft as well
  await expect(author.desk.form.getByLabel("Notes")).toHaveValue(ALL);
  await expectOnlyText(author, here);
  const answered = author.page.waitForResponse((answer) => answer.url().endsWith("/decision"));
  await author.desk.form.getByLabel("Notes").press("Control+Enter");
  const { next } = (await (await answered).json()) as { next: { task_id: number } };

  await reader.desk.take(next.task_id, "/reviews/escalated");
  for (const line of CORPUS) await expect(reader.desk.timeline.filter({ hasText: line })).toHaveCount(1);
  await expectOnlyText(reader, there);
  await reader.page.keyboard.press("r");
  await reader.desk.reason.selectOption({ label: "Fake" });
  await reader.desk.facts.fill(ALL);
  await reader.page.keyboard.press("Control+Enter");
  await reader.desk.says("Rejected");
  await author.desk.open(`/reviews/moderate?item=${taskId}`);
  await expect(author.desk.timeline.filter({ hasText: "rejected it" })).toContainText(CORPUS[1] ?? "");
  await expectOnlyText(author, here);
});

test("what reviewers and companies write never runs either, and an address cannot carry a script into the page", rule(14), async ({ visit }) => {
  const visitor = await visit({ as: "MODERATOR" });
  const { page, desk } = visitor;
  const dialogs = dialogsOf(visitor);
  await intercept(page, TASK, async (route) => {
    const answer = await route.fetch();
    const { subject, ...task } = (await answer.json()) as TaskDetail;
    const written = { title: ALL, text: ALL, constructive: ALL, authorName: ALL, businessName: ALL, jobTitle: ALL };
    const company = subject.company && { ...subject.company, name: ALL };
    await route.fulfill({ response: answer, json: { ...task, subject: { ...subject, ...written, company } } });
  });
  await desk.open();
  await expect(desk.item.locator(".prose").first()).toContainText(CORPUS[0] ?? "");
  await expect(desk.title).toContainText(CORPUS[1] ?? "");
  await expectOnlyText(visitor, dialogs);

  await page.unrouteAll({ behavior: "wait" }); // an answer may be on its way still
  for (const text of CORPUS.slice(0, 4)) {
    await page.goto(`/reviews/moderate?q=${encodeURIComponent(text)}`);
    await expect(page.getByText("No item matches these filters")).toBeVisible();
    await expectOnlyText(visitor, dialogs);
    await page.goto(`/nowhere/${encodeURIComponent(text)}`);
    await expect(page.getByRole("heading", { name: "There is no page at this address" })).toBeVisible();
    await expectOnlyText(visitor, dialogs);
  }
});
