import { confirm, failing, openByKeyboard, openByMouse } from "./support/dialogs";
import { expect, test } from "./support/test";

const TITLE = "Create a new user account";

test("an account is created by keyboard alone: bad input and a failure keep what was typed", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR", refusals: [500] });
  await page.goto("/accounts");
  const dialog = await openByKeyboard(page, "User account", TITLE);
  const first = dialog.getByRole("textbox", { name: "First name" });
  await expect(first).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText("Enter a first name.")).toBeVisible();
  await expect(dialog.getByText("Invalid email address")).toBeVisible();
  await expect(first).toHaveAttribute("aria-invalid", "true");
  await expect(first).toBeFocused();
  await page.keyboard.type("Kay");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("textbox", { name: "Last name" })).toBeFocused();
  await page.keyboard.type("Board");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("textbox", { name: "Email address" })).toBeFocused();
  await page.keyboard.type("not an address");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("combobox", { name: "Access level" })).toBeFocused();
  await expect(dialog.getByRole("option", { name: "Moderator", exact: true })).toBeAttached();
  await page.keyboard.type("Mod");
  await expect(dialog.getByRole("combobox", { name: "Access level" })).toHaveValue("MODERATOR");
  await page.keyboard.press("Control+Enter");
  const email = dialog.getByRole("textbox", { name: "Email address" });
  await expect(dialog.getByText("Invalid email address")).toBeVisible();
  await expect(email).toHaveValue("not an address");
  await expect(email).toBeFocused();
  await email.press("ControlOrMeta+a");
  await page.keyboard.type("kay.board@accounts.example");

  const restore = await failing(page, "POST", "**/api/user");
  await page.keyboard.press("Control+Enter");
  const popup = page.getByRole("alertdialog", { name: "Error" });
  await expect(popup).toContainText("Unable to create the new user account. Please try again.");
  await restore();
  await expect(popup.getByRole("button", { name: "OK" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(popup).toHaveCount(0);
  await expect(first).toHaveValue("Kay");
  await expect(dialog.getByRole("checkbox")).toBeChecked();
  await dialog.getByRole("checkbox").focus();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Kay Board" })).toBeVisible();
  await expect(page.getByText("User account created successfully.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("an account is created by mouse, gets a level, permissions, a company and a key, and is erased", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN", refusals: [500, 404] });
  const load = await failing(page, "GET", "**/api/users/recent");
  await page.goto("/accounts");
  await expect(page.getByText("Could not load the recent users.")).toBeVisible();
  await load();
  await page.getByRole("button", { name: "Refresh the page" }).click();
  await expect(page.getByText("Could not load the recent users.")).toHaveCount(0);
  const dialog = await openByMouse(page, "User account", TITLE);
  await dialog.getByRole("textbox", { name: "First name" }).fill("Mo");
  await dialog.getByRole("textbox", { name: "Last name" }).fill("Use");
  await dialog.getByRole("textbox", { name: "Email address" }).fill("mo.use@accounts.example");
  await dialog.getByRole("combobox", { name: "Access level" }).selectOption("Standard User");
  await dialog.getByRole("checkbox").uncheck();
  await dialog.getByRole("button", { name: /^Create account/ }).click();
  const link = page.getByRole("dialog", { name: "Link to set the password" });
  await expect(link.getByRole("textbox")).toHaveValue(/\/login#set=/);
  await test.step("the link sets the password once, after a failure and a password that is too weak", async () => {
    // 401: the page is still open when the account is erased
    const { page: theirs } = await visit({ refusals: [500, 422, 401] });
    await theirs.goto(`/login${new URL(await link.getByRole("textbox").inputValue()).hash}`);
    const password = theirs.getByLabel("New password");
    await expect(password).toBeFocused();
    await theirs.keyboard.type("weak");
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByText(/upper-case letter\.$/)).toBeVisible();
    await password.fill("Correct-horse-1");
    const restore = await failing(theirs, "POST", "**/api/auth/password");
    await theirs.getByRole("button", { name: "Set password and sign in" }).click();
    await expect(theirs.getByText("An unknown error occurred. Please try again.")).toBeVisible();
    await expect(password).toHaveValue("Correct-horse-1");
    await restore();
    await theirs.getByRole("button", { name: "Set password and sign in" }).click();
    await expect(theirs.getByRole("heading", { name: "Welcome to Docket" })).toBeVisible();
  });
  await link.getByText("Close", { exact: true }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "Mo Use" })).toBeVisible();
  const address = page.url();

  // the profile: refused once, kept, then stored as the country writes it
  const profile = page.getByRole("form", { name: "Profile" });
  await profile.getByRole("textbox", { name: "Mobile phone" }).fill("07400 123 456");
  const restore = await failing(page, "PATCH", "**/api/user/*");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByRole("alert")).toHaveText("An error occurred. The user account was not updated.");
  await expect(profile.getByRole("textbox", { name: "Mobile phone" })).toHaveValue("07400 123 456");
  await restore();
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByRole("textbox", { name: "Mobile phone" })).toHaveValue("+44 7400 123456");

  // the level brings its permissions, and one of them is taken away
  const rights = page.getByRole("form", { name: "Access" });
  await rights.getByRole("combobox").selectOption("Moderator");
  await expect(rights.getByRole("checkbox", { name: "Tickets" })).toBeChecked();
  await rights.getByRole("checkbox", { name: "Tickets" }).uncheck();
  await rights.getByRole("button", { name: "Save access" }).click();
  const log = page.getByRole("region", { name: "Audit log" });
  await expect(log.getByText("Level: Standard User to Moderator.")).toBeVisible();
  await expect(log.getByText(/^Permissions: .*\+moderation/)).not.toContainText("tickets");

  await page.getByRole("tab", { name: "Associations" }).click();
  await page.getByRole("button", { name: "Add company" }).click();
  const adding = page.getByRole("dialog", { name: "Add a company to Mo Use" });
  await adding.getByRole("combobox").fill("1");
  const company = adding.getByRole("option").first();
  await company.click();
  await adding.getByRole("button", { name: /^Add company/ }).click();
  await expect(adding).toHaveCount(0);
  const companies = page.getByRole("table", { name: "Companies" });
  await companies.getByRole("button", { name: /^Remove/ }).click();
  await confirm(page);
  await expect(page.getByText("This account belongs to no company")).toBeVisible();

  await page.getByRole("tab", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  const key = page.getByRole("dialog", { name: "Create an API key" });
  await key.getByRole("textbox", { name: "Name" }).fill("Till");
  await key.getByRole("button", { name: /^Create key/ }).click();
  await expect(key.getByText("Choose at least one scope.")).toBeVisible();
  await expect(key.getByRole("textbox", { name: "Name" })).toHaveValue("Till");
  await key.getByRole("checkbox", { name: /^restrict/ }).check();
  await key.getByRole("button", { name: /^Create key/ }).click();
  const shown = page.getByRole("dialog", { name: "The new key" });
  await expect(shown.getByRole("textbox")).toHaveValue(/^dk_/);
  await shown.getByText("Close", { exact: true }).last().click();
  await page.getByRole("button", { name: "Revoke Till" }).click();
  await confirm(page);
  await expect(page.getByText("This account has no API keys")).toBeVisible();

  // erased once the confirmation is ticked; its page is gone
  await page.getByRole("tab", { name: "Delete account" }).click();
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("Tick the confirmation first.")).toBeVisible();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL(/\/accounts$/);
  await page.goto(address);
  await expect(page.getByText(/^There is no user account \d+$/)).toBeVisible();
});

test("a moderator opens their own account and chooses what they are mailed about, and nobody else's", async ({ visit }) => {
  const { page, person } = await visit({ as: "MODERATOR" });
  await page.goto("/");
  await page.getByRole("button", { name: `${person.name}, account menu` }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Your account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: person.name })).toBeVisible();
  await page.getByRole("tab", { name: "Notifications" }).click();
  const digest = page.getByRole("checkbox", { name: /^Weekly digest/ });
  await digest.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Notifications saved")).toBeVisible();
  await page.reload();
  await expect(digest).toBeChecked();
  await page.goto("/accounts/1");
  await expect(page.getByRole("heading", { name: "You do not have access to this page" })).toBeVisible();
});
