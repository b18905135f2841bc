import { randomUUID } from "node:crypto";

import { Client } from "./support/mail";
import { openPage } from "./support/pages";
import { expect, test } from "./support/test";

const UNVERIFIED = "/reviews/awaiting-verification";

test("an outcome without a form is taken at once on a free item, and undone by key, by button and after a reload", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "MODERATOR" });
  const items = page.getByRole("region", { name: "Items" });
  // not the first one of the list: while it is free, another test may take it
  const { task_id: taskId, summary } = await api.pick("unverified");
  const filter = new URLSearchParams({ q: summary.title }).toString();
  await desk.open(`${UNVERIFIED}?${filter}&item=${taskId}`);
  await expect(desk.item.getByText("Free to take.")).toBeVisible();
  const address = page.url();

  await test.step("by its key; z brings it back into the same list", async () => {
    await desk.readFirst();
    await page.keyboard.press("b");
    await expect(page).not.toHaveURL(address);
    await desk.says("Put into the backlog");
    await desk.undo();
    await expect(page).toHaveURL(address);
    await expect(desk.item.getByText("Free to take.")).toBeVisible();
    await expect(desk.timeline.first()).toContainText("You undid “Backlog”");
  });

  await test.step("by its button; a reload does not forget it, and its row in the list of decisions undoes it", async () => {
    await desk.readFirst();
    await desk.outcome("Verify").click();
    await expect(page).not.toHaveURL(address);
    await desk.says("Verified");
    await page.reload();
    await expect(items.getByText("Verified")).toBeVisible();
    await items.getByText("Recent (1)").click();
    const row = items.getByRole("list", { name: "Recent decisions" }).getByRole("listitem");
    await expect(row.getByText(/^\d+:\d\d left$/)).toBeVisible();
    await row.getByRole("button", { name: /^Undo/ }).click();
    await desk.says(`Undone: “${summary.title}” is open again.`);
    await desk.shows(taskId);
    expect(new URL(page.url()).searchParams.get("q")).toBe(summary.title);
  });

  await test.step("what cannot be undone is asked for, and leaves the older one to be undone", async () => {
    const { task_id: approved, subject } = await api.task((await api.pick("pending")).task_id);
    const { next } = await api.decide(approved, "approve");
    await desk.open(`/reviews/queued?item=${next?.task_id ?? 0}`);
    await expect(desk.title).toHaveText(subject.title);
    await expect(desk.item.getByText("Free to take.")).toBeVisible();
    await page.keyboard.press("p");
    const dialog = page.getByRole("dialog", { name: "Publish now?" });
    await expect(dialog).toContainText("This cannot be undone");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await desk.undo();
    await desk.shows(approved);
  });
});

test("the words about the newest decision do not stand over each other, however wide the window is", async ({ visit }) => {
  const { page, desk } = await visit({ as: "MODERATOR" });
  await desk.open(UNVERIFIED);
  await page.getByRole("button", { name: "Next free item" }).click();
  await expect(desk.lock).toHaveText(/^Yours for/);
  await desk.outcome("Backlog").click();
  await desk.says("Put into the backlog");
  const strip = page.locator(".undo-strip");
  await test.step("beside an open form, and under a tooltip, its list can be pressed in every place", async () => {
    await desk.readFirst();
    await desk.outcome("Backlog").hover();
    await expect(page.locator(".tooltip")).toHaveCSS("pointer-events", "none");
    await page.locator(".item-buttons, .lockbar").first().hover();
    await expect(page.locator(".tooltip")).toHaveCount(0);
    await page.addStyleTag({ content: ".decision { block-size: 60cqb; }" }); // as with a long form, or a notice above it
    await strip.getByText(/^Recent/).click();
    const last = strip.getByRole("listitem").last().getByRole("button", { name: /^Undo/ });
    await last.click({ trial: true });
    const panel = strip.locator(".disclosure-panel");
    const isOnTop = () =>
      panel.evaluate((element) => {
        const { right, top, bottom } = element.getBoundingClientRect();
        return [top + 4, (top + bottom) / 2, bottom - 4].every((y) => element.contains(document.elementFromPoint(right - 4, y)));
      });
    await expect.poll(isOnTop).toBe(true);
    await page.keyboard.press("Escape");
  });
  for (const width of [1920, 1440, 1024, 768, 390])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      if (width < 600) await page.getByRole("link", { name: "Back to the list" }).click();
      await expect(strip).toContainText("Put into the backlog");
      const covered = () =>
        strip.evaluate((element) => {
          const boxes = [...element.querySelectorAll("strong, bdi, button, summary")]
            .filter((one) => !one.closest(".disclosure-panel") && !one.parentElement?.closest("button"))
            .map((one) => ({ words: one.textContent, box: one.getBoundingClientRect() }));
          const apart = (a: DOMRect, b: DOMRect) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => !apart(a.box, b.box)).map((b) => `${a.words} / ${b.words}`));
        });
      await expect.poll(covered).toEqual([]);
      const left = strip.getByText(/^\d+:\d\d left$/);
      const beyond = () => left.evaluate((time) => time.getBoundingClientRect().right - (time.parentElement?.getBoundingClientRect().right ?? 0));
      await expect.poll(beyond, "the time that is left is cut").toBeLessThanOrEqual(1);
    });
});

test("the list of recent decisions lies over the reply beside it", async ({ visit }) => {
  const client = new Client();
  const subject = `Who has moved ${randomUUID().slice(0, 8)}?`;
  for (const part of [1, 2]) client.sends(`${subject} ${part}`, "We have moved.");
  await client.arrives();
  const { page, api } = await visit({ as: "MODERATOR" });
  const { items } = await api.ask<{ items: { task_id: number }[] }>("GET", `/tickets?q=${encodeURIComponent(subject)}`);
  const field = page.getByRole("textbox", { name: "Reply" });
  await openPage(page, `/tickets?item=${items[0]?.task_id ?? 0}`);
  await field.fill("Thank you.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Recent (1)", { exact: true })).toBeVisible();
  await openPage(page, `/tickets?item=${items[1]?.task_id ?? 0}`);
  await expect(field).toBeVisible();
  await page.getByText("Recent (1)", { exact: true }).click();
  const row = page.getByRole("list", { name: "Recent decisions" }).getByRole("listitem");
  const { width } = (await row.boundingBox()) ?? { width: 0 };
  await row.click({ trial: true, position: { x: width - 4, y: 4 } }); // a press goes to what stands on top
  client.leaves();
});
