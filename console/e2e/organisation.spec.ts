import { confirm, confirmByKeyboard, deleteByKeyboard, failing, openByKeyboard, openByMouse } from "./support/dialogs";
import { intercept } from "./support/intercept";
import { expect, test } from "./support/test";

test("a tag is created by keyboard, another one by mouse after a failure; one is smart, one is edited and deleted", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR", refusals: [500] });
  await page.goto("/tags");

  // by keyboard alone: a smart tag, whose figures come from the background
  await page.getByRole("button", { name: "Create tag" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create a new organisation tag" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await page.keyboard.type("Well liked");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Dental");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Four stars and more.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Smart");
  await expect(dialog.getByRole("group", { name: "Rule" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Well liked" })).toBeVisible();
  const facts = page.getByRole("region", { name: "Tag" });
  await expect(facts.getByText("Star rating at least 4")).toBeVisible();
  await expect(facts.getByText(/^[45](\.\d+)? of 5 stars$/)).toBeVisible();
  await expect(facts.getByRole("button", { name: "Edit" })).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Companies" }).getByRole("link").first()).toBeVisible();

  // by mouse: a user-defined tag, refused once by the network
  await page.getByRole("link", { name: "Organisation tags" }).click();
  await page.getByRole("button", { name: "Create tag" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Kind staff");
  const restore = await failing(page, "POST", "**/api/tag");
  await dialog.getByRole("button", { name: /^Create tag/ }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Unable to create the new tag. Please try again.");
  await restore();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Kind staff");
  await dialog.getByRole("button", { name: /^Create tag/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kind staff" })).toBeVisible();
  await page.getByRole("button", { name: "Add member" }).click();
  const adding = page.getByRole("dialog", { name: "Add a company to Kind staff" });
  await adding.getByRole("combobox").fill("1");
  await adding.getByRole("option").first().click();
  let restoreOf = await failing(page, "PUT", "**/api/tag/*/members/*");
  await adding.getByRole("button", { name: /^Add member/ }).click();
  await expect(adding.getByRole("alert")).toHaveText("Unable to add the company to the tag. Please try again.");
  await restoreOf();
  await adding.getByRole("button", { name: /^Add member/ }).click();
  await expect(adding).toHaveCount(0);
  const companies = page.getByRole("table", { name: "Companies" });
  await expect(companies.getByRole("row")).toHaveCount(2);
  const log = page.getByRole("region", { name: "Audit log" });
  await expect(log.getByText(/^Added company \d+\.$/)).toBeVisible();
  await facts.getByRole("button", { name: "Edit" }).click();
  const editing = page.getByRole("dialog", { name: "Edit the organisation tag" });
  await editing.getByRole("textbox", { name: "Name" }).fill("Very kind staff");
  restoreOf = await failing(page, "PATCH", "**/api/tag/*");
  await page.keyboard.press("Control+Enter");
  await expect(editing.getByRole("alert")).toHaveText("Unable to save changes. Please try again.");
  await expect(editing.getByRole("textbox", { name: "Name" })).toHaveValue("Very kind staff");
  await restoreOf();
  await editing.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Very kind staff" })).toBeVisible();
  restoreOf = await failing(page, "DELETE", "**/api/tag/*/members/*");
  await companies.getByRole("button", { name: /^Remove/ }).focus();
  await page.keyboard.press("Enter");
  await confirmByKeyboard(page);
  await expect(page.getByRole("alertdialog").getByText("Unable to remove the company from the tag. Please try again.")).toBeVisible();
  await restoreOf();
  await confirmByKeyboard(page);
  await expect(page.getByText("No company has this tag")).toBeVisible();
  await facts.getByRole("button", { name: "Edit" }).focus();
  await page.keyboard.press("Enter");
  await expect(editing.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(editing).toHaveCount(0);
  await deleteByKeyboard(page, facts);
  await expect(page).toHaveURL(/\/tags$/);
  await expect(page.getByRole("link", { name: "Well liked" })).toBeVisible();
  await expect(page.getByText("Very kind staff", { exact: true })).toHaveCount(0);
});

test("a list of tags, a tag and its deletion that fail say so, and are tried again", async ({ visit }) => {
  const { page, api } = await visit({ as: "ADMIN", refusals: [500] });
  const { id } = await api.ask<{ id: number }>("POST", "/tag", { name: "Failing tag", category: "dental" });
  let restore = await failing(page, "GET", "**/api/tags?*");
  await page.goto("/tags");
  await expect(page.getByText("Could not load the organisation tags.")).toBeVisible();
  await expect(page.getByText("Please refresh the page.")).toBeVisible();
  await restore();
  await page.getByRole("button", { name: "Refresh the page" }).click();
  restore = await failing(page, "GET", `**/api/tag/${id}`);
  await page.getByRole("searchbox").fill("Failing tag");
  await page.getByRole("link", { name: "Failing tag" }).click();
  await expect(page.getByText("Could not load the organisation tag.")).toBeVisible();
  await restore();
  await page.getByRole("button", { name: "Refresh the page" }).click();
  restore = await failing(page, "DELETE", `**/api/tag/${id}`);
  await page.getByRole("region", { name: "Tag" }).getByRole("button", { name: "Delete" }).click();
  await confirm(page);
  await expect(page.getByText("Unable to delete the tag. Please try again.")).toBeVisible();
  await restore();
  await confirm(page);
  await expect(page).toHaveURL(/\/tags$/);
});

test("a review is added manually on the page of a company alone, in a frame of at least 700 px", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR" });
  const asked: string[] = [];
  await intercept(page, "https://forms.example/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Form</title><h1>Your review</h1>" });
  });
  await page.goto("/groups");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Company group" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /^Review manually/ })).toHaveCount(0);
  await page.keyboard.press("Escape");

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/company/1");
    const open = width === 1440 ? openByKeyboard : openByMouse;
    const dialog = await open(page, "Review manually", "Create a new review manually");
    await expect(dialog.frameLocator("iframe").getByRole("heading", { name: "Your review" })).toBeAttached();
    const box = await dialog.locator("iframe").boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(700);
    if (width === 1440) await page.keyboard.press("Escape");
    else await dialog.getByText("Close", { exact: true }).click();
    await expect(dialog).toHaveCount(0);
  }
  expect(asked).toEqual(Array(2).fill("https://forms.example/new?company=1&mode=cms"));
});

test("a visitor creates an account, and is welcomed", async ({ visit }) => {
  const { page } = await visit({ refusals: [422, 500] });
  const restore = await failing(page, "POST", "**/api/users");
  await page.goto("/login");
  await page.getByRole("button", { name: "Create an account" }).click();
  const [name, password] = [page.getByLabel("Name"), page.getByLabel("Password", { exact: true })];
  await name.fill("Ada King");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ada.king@organisation.example");
  await page.keyboard.press("Tab");
  await page.keyboard.type("weak");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("An unknown error occurred. Please try again.");
  await expect(name).toHaveValue("Ada King");
  await expect(password).toHaveValue("weak");
  await restore();
  await password.press("Enter");
  await expect(page.getByText(/upper-case letter\.$/)).toBeVisible();
  await password.fill("Correct-horse-1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Welcome to Docket" })).toBeVisible();
  await expect(page.getByText("an administrator has to give you access")).toBeVisible();
});

test("a link for a forgotten password is asked for again after a failure, with the address as it was typed", async ({ visit }) => {
  const { page } = await visit({ refusals: [422, 500] });
  await page.goto("/login");
  await page.getByRole("button", { name: "Forgotten password?" }).click();
  const address = page.getByLabel("Email address");
  await address.fill("nobody@organisation.example");
  const restore = await failing(page, "POST", "**/api/auth/forgotten");
  await page.keyboard.press("Enter");
  await expect(page.getByText("An unknown error occurred. Please try again.")).toBeVisible();
  await expect(address).toHaveValue("nobody@organisation.example");
  await restore();
  await address.press("Enter");
  await expect(page.getByText("If an account has this address, a link is on its way.")).toBeVisible();
});

test("a reason code is added by keyboard alone after bad input, and changed and retired by mouse, each after a failure", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN", refusals: [500] });
  let restore = await failing(page, "GET", "**/api/reason-codes*");
  await page.goto("/reason-codes");
  await expect(page.getByText("Could not load the reason codes.")).toBeVisible();
  await restore();
  await page.getByRole("button", { name: "Refresh the page" }).click();

  const add = page.getByRole("button", { name: "New reason" });
  await expect(add).toBeEnabled(); // once the list is there
  await add.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New reason" });
  const title = dialog.getByRole("textbox", { name: "Title" });
  await expect(title).toBeFocused();
  await page.keyboard.type("Written for a friend");
  await page.keyboard.press("Control+Enter");
  const sentence = dialog.getByRole("textbox", { name: "Sentence to the author" });
  await expect(sentence).toHaveAttribute("aria-invalid", "true");
  await expect(sentence).toBeFocused();
  await page.keyboard.type("A friend has written it.");
  restore = await failing(page, "POST", "**/api/reason-codes");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("alert")).toHaveText("An unknown error occurred. Please try again.");
  await expect(title).toHaveValue("Written for a friend");
  await restore();
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: "Change Written for a friend" }).click();
  const changing = page.getByRole("dialog", { name: "Change the reason" });
  await changing.getByRole("textbox", { name: "Title" }).fill("Written by a friend");
  restore = await failing(page, "PATCH", "**/api/reason-codes/*");
  await changing.getByRole("button", { name: /^Save/ }).click();
  await expect(changing.getByRole("alert")).toHaveText("An unknown error occurred. Please try again.");
  await restore();
  await changing.getByRole("button", { name: /^Save/ }).click();
  await expect(changing).toHaveCount(0);
  restore = await failing(page, "PATCH", "**/api/reason-codes/*");
  await page.getByRole("button", { name: "Retire: Written by a friend" }).click();
  const question = page.getByRole("alertdialog", { name: "Retire “Written by a friend”?" });
  await question.getByRole("button", { name: /^Retire/ }).click();
  await expect(question.getByText("An unknown error occurred. Please try again.")).toBeVisible();
  await restore();
  await question.getByRole("button", { name: /^Retire/ }).click();
  await expect(page.getByRole("button", { name: "Offer again: Written by a friend" })).toBeVisible();
});
