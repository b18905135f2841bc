import type { Page } from "@playwright/test";

import { expect, test } from "./support/test";

const menuOf = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });

test("a moderator's menu holds what a moderator may open, and nothing else", async ({ visit }) => {
  const { page } = await visit({ as: "MODERATOR" });
  await page.goto("/");
  const menu = menuOf(page);
  for (const name of ["Moderate reviews", "Queued to publish", "Backlog", "Assigned to others", "Testimonials"])
    await expect(menu.getByRole("link", { name: new RegExp(`^${name}`) })).toBeVisible();
  for (const name of ["Bulk moderation tool", "Banned words list", "Escalated reviews", "User accounts", "Blacklist"])
    await expect(menu.getByRole("link", { name: new RegExp(`^${name}`) })).toHaveCount(0);
  for (const label of ["Organisation", "Reports"]) await expect(menu.getByText(label, { exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Create" })).toHaveCount(0);
  // the product was started with the address of one module (support/product.ts)
  const module = menu.getByRole("link", { name: "Client dashboard (opens in a new tab)" });
  await expect(module).toHaveAttribute("href", "https://dashboard.example/start");
  await expect(module).toHaveAttribute("target", "_blank");
  await expect(menu.getByRole("link", { name: "Service status" })).toHaveAttribute("aria-disabled", "true");
});

test("a head moderator has more of it, and the add button", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR" });
  await page.goto("/");
  const menu = menuOf(page);
  for (const name of ["Bulk moderation tool", "Banned words list", "Escalated reviews", "Company groups", "User accounts"])
    await expect(menu.getByRole("link", { name: new RegExp(`^${name}`) })).toBeVisible();
  await expect(menu.getByText("Custom reporting", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Create" })).toBeVisible();
});

test("a page behind a permission says which one it needs; the server keeps it closed too", async ({ visit, request }) => {
  const { page, api } = await visit({ as: "MODERATOR" });
  await page.goto("/reviews/escalated");
  await expect(page.getByText("Error 403")).toBeVisible();
  await expect(page.getByRole("heading", { name: "You do not have access to this page" })).toBeVisible();
  await expect(page.getByText("“Head moderator”", { exact: true })).toBeVisible();
  const headers = { Authorization: `Bearer ${api.token}` };
  expect((await request.get("/api/queues/escalated/tasks", { headers })).status()).toBe(403);
});

test("who has signed up and been given nothing is welcomed, and sees no queue", async ({ visit, request }) => {
  const account = { name: "Nell Newcomer", email: `nell-${Date.now()}@e2e.test`, password: "Docket-demo-1" };
  expect((await request.post("/api/users", { data: account })).status()).toBe(201);
  const { page } = await visit({ as: account });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome to Docket" })).toBeVisible();
  await expect(page.getByText("an administrator has to give you access")).toBeVisible();
});
