import { hire, PASSWORD } from "./support/staff";
import { signIn } from "./support/sign-in";
import { expect, test } from "./support/test";

test("a visitor signs in, comes to the place that they came for, and signs out everywhere", async ({ visit, request }) => {
  const person = hire("MODERATOR");
  const { page, tab } = await visit();
  await page.goto("/reviews/queued?rating=5");
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("You will return to Queued to publish.")).toBeVisible();
  await signIn(page, person);
  await expect(page).toHaveURL(/\/reviews\/queued\?rating=5/);
  await expect(page.getByRole("heading", { level: 1, name: "Queued to publish" })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem("accessToken"));
  const me = () => request.get("/api/user/me", { headers: { Authorization: `Bearer ${token}` } });
  expect((await me()).status()).toBe(200);

  await test.step("who is signed in has no business on the sign-in page", async () => {
    await page.goto("/login");
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  await test.step("signing out ends the session on the server too, and in the other tabs", async () => {
    const other = await tab();
    await other.goto("/reviews/moderate");
    await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByRole("button", { name: `${person.name}, account menu` }).click();
    await expect(page.getByRole("menu")).toContainText(person.email);
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/login");
    await expect(other).toHaveURL("/login");
    await expect.poll(async () => (await me()).status()).toBe(401);
    await page.goto("/reviews/moderate");
    await expect(page).toHaveURL("/login");
  });
});

test("a session that ends while somebody types is begun again in place, and nothing typed is lost", async ({ visit }) => {
  const { page, desk, api, person } = await visit({ as: "MODERATOR", refusals: [401] });
  await desk.open();
  const taskId = await desk.takeNext();
  await page.keyboard.press("r");
  await desk.facts.fill("Half a sentence, and then");
  await api.ask("POST", "/auth/logout");
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await expect(again.getByLabel("Email address")).toHaveValue(person.email);
  await again.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(again).toHaveCount(0);
  await desk.shows(taskId);
  await expect(desk.facts).toHaveValue("Half a sentence, and then");
  await desk.facts.pressSequentially(" the rest.");
  await expect(desk.facts).toHaveValue("Half a sentence, and then the rest.");
});
