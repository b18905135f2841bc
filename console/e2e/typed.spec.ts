import type { Locator, Page } from "@playwright/test";

import type { ReviewStory, ReviewTable, TaskDetail } from "@/api/types";

import { expect, type SignedIn, test } from "./support/test";

/** A form outside the outcomes' own, in which somebody may type before doing something. */
interface Typing {
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

const NOTE: Typing = { open: press("Add a note"), field: (page) => page.getByLabel("Note", { exact: true }), close: escape };
const ASSIGNMENT: Typing = { open: press("Assign"), field: words, close: escape };
const PUT_OFF: Typing = {
  open: async (page) => {
    await press("Put off")(page);
    await page.getByRole("menuitem", { name: "Choose a time" }).click();
  },
  field: (page) => page.getByLabel("Until", { exact: true }),
  close: escape,
  typed: "02/01/2036 10:30",
};
const TAKEOVER: Typing = { open: press("Take over"), field: words, close: cancel };
const REQUEST: Typing = { open: press("Request restriction"), field: (page) => page.getByLabel("Facts"), close: beside };
const REOPENING: Typing = { open: press("Reopen"), field: (page) => page.getByLabel("Why it is reopened"), close: cancel };

/** The note of a move between people, on the page of the team. */
const move = (name: string): Typing => ({
  open: async (page) => {
    const box = page.getByRole("main").getByRole("checkbox").first();
    if (!(await box.isVisible())) {
      await page.getByRole("searchbox", { name: "Find a person" }).fill(name);
      await press(name)(page);
    }
    await box.check();
    await press("Move to")(page);
  },
  field: words,
  close: beside,
});

const nobodys = async ({ api }: SignedIn) => (await api.pick("pending", (row) => row.assigned_to === null)).task_id;

async function held(by: SignedIn): Promise<number> {
  const taskId = await nobodys(by);
  await by.api.claim(taskId);
  await by.api.assign(taskId, await by.api.id(), "");
  return taskId;
}

async function published(head: SignedIn): Promise<number> {
  const taskId = await nobodys(head);
  const { subject } = await head.api.task(taskId);
  const { next } = await head.api.decide(taskId, "approve");
  if (next) await head.api.decide(next.task_id, "publish");
  return subject.id;
}

async function rejected({ api }: SignedIn): Promise<number> {
  const { items } = await api.ask<ReviewTable>("GET", "/reviews?status=rejected&sort=received&direction=asc&limit=50");
  for (const { id } of items) {
    const { waiting } = await api.ask<ReviewStory>("GET", `/review/${id}`);
    if (!waiting) return id; // the newest are those of other tests
  }
  throw new Error("No rejection is past its hold.");
}

test("what is typed into a form outlives its form, its page and its tab, until it is thrown away or done", async ({ visit }) => {
  const head = await visit({ as: "HEAD_MODERATOR" });
  const other = await visit({ as: "MODERATOR" });
  const free = await nobodys(head);
  const theirs = await held(other);
  const places: [string, Typing[]][] = [
    [`/reviews/moderate?item=${free}`, [NOTE, ASSIGNMENT, PUT_OFF]],
    [`/reviews/moderate?item=${theirs}`, [TAKEOVER]],
    ["/team", [move(other.person.name)]],
    [`/review/${await published(head)}`, [REQUEST]],
    [`/review/${await rejected(head)}`, [REOPENING]],
  ];

  await test.step("it is typed, and its form closed and opened", async () => {
    const { page } = head;
    for (const [place, forms] of places) {
      await page.goto(place);
      for (const { open, field, close, typed = WORDS } of forms) {
        await open(page);
        await field(page).fill(typed);
        await close(page);
        await expect(field(page)).toHaveCount(0);
        await open(page);
        await expect(field(page)).toHaveValue(typed);
        await close(page);
        await expect(field(page)).toHaveCount(0);
      }
    }
    await page.close();
  });

  const page = await head.tab();
  await test.step("another tab offers it, and throws it away", async () => {
    for (const [place, forms] of places) {
      await page.goto(place);
      for (const { open, field, close, typed = WORDS } of forms) {
        await open(page);
        await expect(field(page)).toHaveValue(typed);
        await expect(page.getByText(/^Draft stored/)).toBeVisible();
        await page.getByRole("button", { name: "Discard the draft" }).click();
        await expect(field(page)).toHaveValue("");
        await close(page);
        await expect(field(page)).toHaveCount(0);
      }
    }
  });

  await test.step("what was thrown away, and what was done, is gone", async () => {
    const note = NOTE.field(page);
    await page.goto(`/reviews/moderate?item=${free}`);
    await NOTE.open(page);
    await expect(note).toHaveValue("");
    await expect(page.getByRole("button", { name: "Discard the draft" })).toHaveCount(0);
    await note.fill(WORDS);
    await page.keyboard.press("Control+Enter");
    await expect(note).toHaveCount(0);
    await page.reload();
    await NOTE.open(page);
    await expect(note).toHaveValue("");
    const { process } = await head.api.ask<TaskDetail>("GET", `/tasks/${free}`);
    expect((await head.api.history(process.id)).map(({ text }) => text)).toContain(WORDS);
  });
});
