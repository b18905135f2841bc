import { expect, type Locator, type Page } from "@playwright/test";

import { expectToast } from "./toasts";

const READ_FIRST_MS = 400; // a key or a click so soon after a new item is meant for the one before

/** The queue page as a moderator works it. */
export class Desk {
  readonly page: Page;
  readonly item: Locator;
  readonly title: Locator;
  readonly lock: Locator;
  readonly list: Locator;
  readonly form: Locator;
  readonly reason: Locator;
  readonly facts: Locator;
  readonly timeline: Locator;

  constructor(page: Page) {
    this.page = page;
    this.item = page.getByRole("article", { name: "Open item" });
    this.title = this.item.getByRole("heading", { level: 2 });
    this.lock = this.item.getByRole("timer");
    this.list = page.getByRole("list", { name: "Items" });
    this.form = this.item.getByRole("form");
    this.reason = this.form.getByLabel("Reason");
    this.facts = this.form.getByLabel("Facts");
    this.timeline = this.item.getByRole("region", { name: "Process" }).getByRole("listitem");
  }

  async open(address = "/reviews/moderate"): Promise<void> {
    await this.page.goto(address);
    await expect(this.page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(this.item.getByRole("status", { name: "Loading" })).toHaveCount(0);
  }

  /** Opens an item, and takes it by the keyboard. */
  async take(taskId: number, queue = "/reviews/moderate"): Promise<void> {
    await this.open(`${queue}?item=${taskId}`);
    await expect(this.title).toBeVisible();
    await this.page.keyboard.press("Enter");
    await expect(this.lock).toHaveText(/^Yours for/);
  }

  /** Waits until a key or a click counts for the item that is shown. */
  async readFirst(): Promise<void> {
    await expect(this.title).toBeVisible();
    const since = await this.page.evaluate(() => performance.now());
    await this.page.waitForFunction(([from, ms]) => performance.now() - from > ms, [since, READ_FIRST_MS] as const);
  }

  /** Undoes the newest decision by its key, once the list offers it: while a decision is on its way, the key rests. */
  async undo(): Promise<void> {
    await expect(this.page.getByRole("region", { name: "Items" }).getByRole("button", { name: "Undo", exact: true })).toBeEnabled();
    await this.page.keyboard.press("z");
    await this.says(/^Undone: “.+” is open again\.$/);
  }

  /** Takes the next free item, and answers with its number. */
  async takeNext(): Promise<number> {
    const taken = this.page.waitForResponse((answer) => answer.url().endsWith("/next"));
    await this.page.keyboard.press("n");
    const { task_id: taskId } = (await (await taken).json()) as { task_id: number };
    await this.shows(taskId);
    await expect(this.lock).toHaveText(/^Yours for/);
    return taskId;
  }

  async shows(taskId: number): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(`item=${taskId}(&|$)`));
    await expect(this.item).toHaveAttribute("data-item", String(taskId)); // drawn after the address changes
  }

  /** Lets go of the item by its button. */
  async release(): Promise<void> {
    await this.item.getByRole("button", { name: "Release" }).click();
    await expect(this.item.getByText("Free to take.")).toBeVisible();
  }

  /** An outcome's button in the bar below the item. */
  outcome(name: string): Locator {
    return this.item.getByRole("group", { name: "Outcomes" }).getByRole("button", { name, exact: true });
  }

  row(taskId: number): Locator {
    return this.list.locator(`[data-task="${taskId}"]`);
  }

  /** Waits until a notification has said this; one notification is counted once. */
  async says(sentence: string | RegExp): Promise<void> {
    await expectToast(this.page, sentence);
  }
}
