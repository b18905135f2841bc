import type { Page } from "@playwright/test";

import type { ReviewStory } from "@/api/types";

import type { Api } from "./support/api";
import { expect, test } from "./support/test";

/** A published review that no other test works on. */
async function publish(api: Api): Promise<number> {
  const { task_id: taskId } = await api.pick("pending");
  const { subject } = await api.task(taskId);
  const { next } = await api.decide(taskId, "approve");
  if (next) await api.decide(next.task_id, "publish");
  return subject.id;
}

/** Ends the hold in which a decision about the review waits. */
async function confirm(api: Api, reviewId: number): Promise<void> {
  const { waiting } = await api.ask<ReviewStory>("GET", `/review/${reviewId}`);
  if (waiting) await api.decide(waiting.task_id, "confirm");
}

async function askForRestriction(page: Page, ground: string, facts: string): Promise<void> {
  await page.getByRole("button", { name: "Request restriction" }).click();
  const dialog = page.getByRole("dialog", { name: "Request to restrict this review" });
  await dialog.getByLabel("Ground").selectOption(ground);
  await dialog.getByLabel("Role of the requester").fill("Owner");
  await dialog.getByLabel("Name").fill("Olive Tan");
  await dialog.getByLabel("Email address").fill("olive@tan.example");
  await dialog.getByLabel("Facts").fill(facts);
  await dialog.getByRole("checkbox").check();
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Now in Requests to restrict")).toBeVisible();
}

test("a review is asked about, left as it is, asked about again and restricted; its story tells all of it in order", async ({
  visit,
}) => {
  const { page, desk } = await visit({ as: "MODERATOR" });
  const { api } = await visit({ as: "HEAD_MODERATOR" });
  const reviewId = await publish(api);
  const story = `/review/${reviewId}`;

  await page.goto(story);
  await askForRestriction(page, "Defamation", "Nothing was stolen.");
  await page.getByRole("link", { name: "Open it in its queue" }).click();
  const request = desk.item.getByRole("region", { name: "Request to restrict", exact: true });
  await expect(request).toContainText("Nothing was stolen.");
  await expect(request).toContainText("Olive Tan, Owner, o…@tan.example");
  await page.keyboard.press("Enter");
  await expect(desk.lock).toHaveText(/^Yours for/);
  await request.getByRole("button", { name: "Show the address" }).click();
  await expect(request.getByRole("link", { name: "olive@tan.example" })).toBeVisible();
  await page.keyboard.press("d");
  await desk.form.getByLabel("Why the review stays").fill("The author has sent a receipt.");
  expect(await request.evaluate(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight), "what is cut off the request").toBe(0);
  await page.keyboard.press("Control+Enter");
  await desk.says("Declined");
  await confirm(api, reviewId);

  await page.goto(story);
  await expect(page.getByRole("region", { name: "Request to restrict", exact: true })).toContainText("Declined");
  await askForRestriction(page, "Privacy", "It names our receptionist.");
  await page.getByRole("link", { name: "Open it in its queue" }).click();
  await expect(request).toContainText("Request 2 of at most 3");
  await page.keyboard.press("Enter");
  await expect(desk.lock).toHaveText(/^Yours for/);
  await page.keyboard.press("r");
  await desk.reason.selectOption("Personal data");
  await desk.facts.fill("The second sentence names her.");
  await page.keyboard.press("Control+Enter");
  await desk.says("Restricted");
  expect((await api.ask<ReviewStory>("GET", story)).review.status).toBe("published");
  await confirm(api, reviewId);

  await page.goto(story);
  const events = page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
  const told = [
    /^Received from/,
    /approved it/,
    /published it/,
    /^Restriction requested: Defamation/,
    /declined the request.*The author has sent a receipt\./s,
    /confirmed it before its hold ended/,
    /^Restriction requested: Privacy/,
    /restricted the review.*Personal data.*The second sentence names her\./s,
    /confirmed it before its hold ended/,
  ];
  await expect(events.filter({ hasText: "restricted the review" })).toBeVisible();
  const texts = (await events.allInnerTexts()).filter((text) => told.some((one) => one.test(text)));
  expect(texts).toHaveLength(told.length);
  told.forEach((one, index) => expect(texts[index]).toMatch(one));
  await expect(page.getByRole("region", { name: "Request to restrict", exact: true })).toHaveCount(2);
  await expect(page.getByText("Restricted", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Request restriction" })).toHaveCount(0);

  await page.goto(`/reviews/classic?status=restricted`);
  await expect(page.getByRole("link", { name: "Restricted", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(page.locator(`a[href="${story}"]`)).toBeVisible();
});
