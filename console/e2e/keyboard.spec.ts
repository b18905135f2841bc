import { expect, test } from "./support/test";

const TYPED = "jknaz? keys rest while one types / and go on after it.";

test("a whole round by keyboard alone", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "HEAD_MODERATOR" });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await test.step("the first Tab skips to the page, g m goes to the queue", async () => {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Skip to the content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("g");
    await page.keyboard.press("m");
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

  await test.step("j and k read, and take nothing", async () => {
    const start = page.url();
    await page.keyboard.press("j");
    await expect(page).not.toHaveURL(start);
    await expect(desk.title).toBeVisible();
    await expect(desk.lock.filter({ hasText: "Yours for" })).toHaveCount(0); // free, or another person's
    await page.keyboard.press("k");
    await expect(page).toHaveURL(start);
  });

  await test.step("n takes the next free item", async () => {
    await desk.takeNext();
  });

  // from here on items of the end of the queue: another test may take the first ones while they are free
  const { task_id: taskId } = await api.pick("pending");
  await desk.take(taskId);

  await test.step("r opens the form in its first field; keys rest while one types; Escape closes and keeps", async () => {
    await page.keyboard.press("r");
    await expect(desk.reason).toBeFocused();
    await page.keyboard.type("Thr");
    // past the rule and the explanation, which the reason brings along
    for (let count = 0; count < 3; count += 1) await page.keyboard.press("Tab");
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
    await page.keyboard.press("z");
    await desk.says("Undone. The item is open again.");
    await expect(desk.facts).toHaveValue(TYPED);
    await expect(desk.reason).toHaveValue("threat");
    await expect(desk.item.getByRole("button", { name: "Take it" })).toBeVisible();
  });

  await test.step("an approval is undone by its button", async () => {
    await page.keyboard.press("Escape");
    const { task_id: approved } = await api.pick("pending");
    await desk.take(approved);
    await page.keyboard.press("a");
    await expect(page).not.toHaveURL(new RegExp(`item=${approved}(&|$)`));
    await page.getByRole("region", { name: "Items" }).getByRole("button", { name: "Undo" }).click();
    await desk.says("Undone. The item is open again.");
    await expect(desk.item.getByRole("button", { name: "Take it" })).toBeVisible();
    await expect(desk.timeline.first()).toContainText("You undid “Approve”");
  });

  await test.step("Enter on a row of the list takes that one", async () => {
    const { task_id: taken, summary } = await api.pick("pending");
    await desk.open(`/reviews/moderate?company=${summary.company?.id}`); // few items: the list shows the row
    await desk.row(taken).focus();
    await page.keyboard.press("Enter");
    await desk.shows(taken);
    await expect(desk.lock).toHaveText(/^Yours for/);
  });
});
