import type { Page } from "@playwright/test";

import { expect, test } from "./support/test";

const menuOf = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });
const entry = (page: Page, name: string) => menuOf(page).getByRole("link", { name: new RegExp(`^${name}`) });

test("a menu holds what its person may open; behind it the server keeps the rest closed", async ({ visit, request }) => {
  const { page, api } = await visit({ as: "MODERATOR" });

  await test.step("a moderator's", async () => {
    await page.goto("/");
    for (const name of ["Moderate reviews", "Queued to publish", "Backlog", "Assigned to others", "Testimonials"])
      await expect(entry(page, name)).toBeVisible();
    for (const name of ["Bulk moderation tool", "Banned words list", "Escalated reviews", "User accounts", "Blacklist"])
      await expect(entry(page, name)).toHaveCount(0);
    for (const label of ["Organisation", "Reports"]) await expect(menuOf(page).getByText(label, { exact: true })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Create" })).toHaveCount(0);
    // the product was started with the address of one module (support/product.ts)
    const module = entry(page, "Client dashboard \\(opens in a new tab\\)");
    await expect(module).toHaveAttribute("href", "https://dashboard.example/start");
    await expect(module).toHaveAttribute("target", "_blank");
    await expect(entry(page, "Service status")).toHaveAttribute("aria-disabled", "true");
  });

  await test.step("a page beyond it says which permission it needs", async () => {
    await page.goto("/reviews/escalated");
    await expect(page.getByText("Error 403")).toBeVisible();
    await expect(page.getByRole("heading", { name: "You do not have access to this page" })).toBeVisible();
    await expect(page.getByText("“Head moderator”", { exact: true })).toBeVisible();
    const headers = { Authorization: `Bearer ${api.token}` };
    expect((await request.get("/api/queues/escalated/tasks", { headers })).status()).toBe(403);
  });

  await test.step("a head moderator's, who has the add button", async () => {
    const { page: theirs } = await visit({ as: "HEAD_MODERATOR" });
    await theirs.goto("/");
    for (const name of ["Bulk moderation tool", "Banned words list", "Escalated reviews", "Company groups", "User accounts"])
      await expect(entry(theirs, name)).toBeVisible();
    await expect(menuOf(theirs).getByText("Custom reporting", { exact: true })).toHaveCount(0);
    await expect(theirs.getByRole("button", { name: "Create" })).toBeVisible();
  });
});
