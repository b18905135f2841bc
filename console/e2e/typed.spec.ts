import type { Locator, Page } from "@playwright/test";

import type { ReviewStory, ReviewTable, TaskDetail } from "@/api/types";

import { expect, type SignedIn, test } from "./support/test";

/** A form outside the outcomes' own, in which somebody may type before doing something. */
interface Typing {
  /** Makes something to do it with, and answers with the page where that is. */
  address: (head: SignedIn, other: SignedIn) => Promise<string>;
  open: (page: Page) => Promise<void>;
  field: (page: Page) => Locator;
  close: (page: Page) => Promise<void>;
  typed?: string;
}

const WORDS = "Words that took somebody a while to find.";
const escape = (page: Page) => page.keyboard.press("Escape");
const beside = (page: Page) => page.mouse.click(5, 5);
const cancel = (page: Page) => page.getByRole("button", { name: "Cancel" }).click();
const words = (page: Page) => page.getByRole("dialog").getByRole("textbox", { name: /Note|Reason/ });
const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

const nobodys = ({ api }: SignedIn) => api.pick("pending", (row) => row.assigned_to === null);

async function free(head: SignedIn): Promise<string> {
  return `/reviews/moderate?item=${(await nobodys(head)).task_id}`;
}

async function held(by: SignedIn): Promise<number> {
  const { api } = by;
  const { task_id: taskId } = await nobodys(by);
  await api.claim(taskId);
  return taskId;
}

const FORMS: Record<string, Typing> = {
  "a note": {
    address: free,
    open: press("Add a note"),
    field: (page) => page.getByLabel("Note", { exact: true }),
    close: escape,
  },
  "the note of an assignment": { address: free, open: press("Assign"), field: words, close: escape },
  "the reason of a takeover": {
    address: async (_, other) => `/reviews/moderate?item=${await held(other)}`,
    open: press("Take over"),
    field: words,
    close: cancel,
  },
  "a time to put off until": {
    address: free,
    open: async (page) => {
      await press("Put off")(page);
      await page.getByRole("menuitem", { name: "Choose a time" }).click();
    },
    field: (page) => page.getByLabel("Until", { exact: true }),
    close: escape,
    typed: "2036-01-02T10:30",
  },
  "the note of a move between people": {
    address: async (_, other) => {
      const taskId = await held(other);
      await other.api.assign(taskId, await other.api.id(), "");
      return `/team?of=${other.person.name}`;
    },
    open: async (page) => {
      const box = page.getByRole("main").getByRole("checkbox").first();
      const name = new URL(page.url()).searchParams.get("of") ?? "";
      if (!(await box.isVisible())) {
        await page.getByRole("searchbox", { name: "Find a person" }).fill(name);
        await press(name)(page);
      }
      await box.check();
      await press("Move to")(page);
    },
    field: words,
    close: beside,
  },
  "a request to restrict": {
    address: async (head) => {
      const { api } = head;
      const { task_id: taskId } = await nobodys(head);
      const { subject } = await api.task(taskId);
      const { next } = await api.decide(taskId, "approve");
      if (next) await api.decide(next.task_id, "publish");
      return `/review/${subject.id}`;
    },
    open: press("Request restriction"),
    field: (page) => page.getByLabel("Facts"),
    close: beside,
  },
  "why something is reopened": {
    address: async ({ api }) => {
      const { items } = await api.ask<ReviewTable>("GET", "/reviews?status=rejected&limit=50");
      for (const { id } of items) {
        const { waiting } = await api.ask<ReviewStory>("GET", `/review/${id}`);
        if (!waiting) return `/review/${id}`; // the rejection of others is still held, and can be undone
      }
      throw new Error("No rejection is past its hold.");
    },
    open: press("Reopen"),
    field: (page) => page.getByLabel("Why it is reopened"),
    close: cancel,
  },
};

for (const [name, { address, open, field, close, typed = WORDS }] of Object.entries(FORMS))
  test(`${name} outlives its form, its page and its tab until it is thrown away`, async ({ visit }) => {
    const head = await visit({ as: "HEAD_MODERATOR" });
    const other = await visit({ as: "MODERATOR" });
    const place = await address(head, other);
    await head.page.goto(place);
    await open(head.page);
    await field(head.page).fill(typed);
    await close(head.page);
    await expect(field(head.page)).toHaveCount(0);
    await open(head.page);
    await expect(field(head.page)).toHaveValue(typed);
    await head.page.close();

    const page = await head.tab();
    await page.goto(place);
    await open(page);
    await expect(field(page)).toHaveValue(typed);
    await expect(page.getByText(/^Draft stored today/)).toBeVisible();
    await page.getByRole("button", { name: "Discard the draft" }).click();
    await expect(field(page)).toHaveValue("");
    await page.reload();
    await open(page);
    await expect(field(page)).toHaveValue("");
    await expect(page.getByRole("button", { name: "Discard the draft" })).toHaveCount(0);
  });

test("what was typed is gone when it is done", async ({ visit }) => {
  const head = await visit({ as: "HEAD_MODERATOR" });
  const { task_id: taskId } = await nobodys(head);
  const { page, desk } = head;
  const note = page.getByLabel("Note", { exact: true });
  await desk.open(`/reviews/moderate?item=${taskId}`);
  await page.keyboard.press("m");
  await note.fill(WORDS);
  await page.keyboard.press("Control+Enter");
  await expect(note).toHaveCount(0);
  await page.reload();
  await expect(desk.title).toBeVisible();
  await page.keyboard.press("m");
  await expect(note).toHaveValue("");
  const { process } = await head.api.ask<TaskDetail>("GET", `/tasks/${taskId}`);
  expect((await head.api.history(process.id)).map(({ text }) => text)).toContain(WORDS);
});
