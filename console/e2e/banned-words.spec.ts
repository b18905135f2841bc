import type { ReviewTable } from "@/api/types";

import { endHolds } from "./support/holds";
import { Source } from "./support/source";
import { expect, type SignedIn, test } from "./support/test";
import { unheardOf } from "./support/words";

const LETTERS = unheardOf();
const WORD = `codo${LETTERS}awallop`; // in no text of the demo
const DISGUISED = `c0d0${LETTERS}4w4llop`;

/** Approves the review with these words, and has it published. */
async function publish({ api }: SignedIn, words: string): Promise<void> {
  const { task_id: taskId } = await api.find("pending", words);
  const { subject } = await api.task(taskId);
  const { next } = await api.decide(taskId, "approve");
  if (next) await endHolds(subject.id);
}

test("an entry is tried, saved, found in an arriving review, and cleaned up by its precision", async ({ visit }) => {
  const source = await Source.start();
  const { id: company } = await source.company("Ashdown Dental");
  await source.reviews(company, [`Nothing but ${WORD} from the front desk.`]);
  const head = await visit({ as: "HEAD_MODERATOR" });
  const { page } = head;

  await test.step("it is tried on a text and on the real backlog", async () => {
    await page.goto("/reviews/banned-words");
    await page.getByRole("button", { name: "New entry" }).click();
    const editor = page.getByRole("region", { name: "New entry" });
    await editor.getByLabel("Term", { exact: true }).fill(WORD);
    await editor.getByLabel("Text to try").fill(`What ${DISGUISED}, and ${WORD.split("").join(".")} again.`);
    await expect(editor.getByText("2 matches, flag")).toBeVisible();
    await expect(editor.getByRole("region", { name: "Digits as letters" })).toContainText(`What ${WORD}`.toLowerCase());
    await expect(editor.getByRole("region", { name: "Joined" })).toContainText(new RegExp(`and codo${LETTERS}awal+op again`));
    const trial = editor.getByRole("button", { name: "Count matches" });
    await trial.click();
    await expect(editor.getByText("1 open", { exact: true })).toBeVisible();
    await expect(editor.getByRole("list", { name: "Examples" })).toContainText(`Nothing but ${WORD}`);
  });

  await test.step("it is saved, and found in the next review", async () => {
    await page.getByRole("button", { name: "Save" }).click();
    await head.desk.says("Entry added.");
    await source.reviews(company, [`More ${DISGUISED} on the telephone.`]);
    const reader = await visit({ as: "MODERATOR" });
    const { task_id: taskId } = await reader.api.find("pending", DISGUISED);
    await reader.desk.open(`/reviews/moderate?item=${taskId}`);
    await expect(reader.desk.item.locator("mark")).toContainText(DISGUISED);
    await publish(reader, DISGUISED);
    const published = () => reader.api.ask<ReviewTable>("GET", `/reviews?status=published&q=${DISGUISED}`);
    await expect.poll(async () => (await published()).items.length).toBe(1);
  });

  await test.step("its published match is proposed, and a person sends it to investigation", async () => {
    await page.goto(`/reviews/banned-words?q=${WORD}`);
    await expect(page.getByRole("row", { name: WORD })).toContainText("0 of 1");
    await page.getByRole("button", { name: `Edit ${WORD}` }).click();
    await page.getByRole("button", { name: "Count matches" }).click();
    await page.getByRole("link", { name: "Propose 1 published review to bulk moderation" }).click();
    await expect(page.getByRole("status").filter({ hasText: "1 item fits" })).toBeVisible();
    await expect(page.getByText("this will take 1 published review offline")).toBeVisible();
    await page.getByLabel("What is to be found out").fill("Was it their own call?");
    await page.keyboard.press("Control+Enter");
    await expect(page).toHaveURL(/\/bulk\/\d+$/);
    await expect(page.getByRole("heading", { name: "Investigate: 1 item" })).toBeVisible();
    await expect(page.getByText("1 of 1 decided").first()).toBeVisible();
    expect(await head.api.find("investigation", DISGUISED)).toBeTruthy();
  });

  await test.step("it is no use, and is retired", async () => {
    await page.goto(`/reviews/banned-words?q=${WORD}`);
    await page.getByRole("button", { name: `Edit ${WORD}` }).click();
    await page.getByRole("button", { name: "Retire this entry" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Retire this entry" }).click();
    await head.desk.says("Entry retired.");
    await expect(page.getByRole("heading", { name: "No entry matches these filters" })).toBeVisible();
  });
});
