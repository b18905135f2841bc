import { confirm, failing, openByMouse } from "./support/dialogs";
import { rule } from "./support/effort";
import { expect, test } from "./support/test";
import { unheardOf } from "./support/words";

const PICTURE = { name: "me.png", mimeType: "image/png", buffer: Buffer.from("a picture") };

test("where the server fails, the specification's sentence stands, and what was typed stays until it works", rule(18), async ({ visit }) => {
  const { page, api } = await visit({ as: "ADMIN", refusals: [500] });
  const account = { first_name: "Tab", last_name: "Tester", email_address: `tab-${unheardOf()}@accounts.example`, access_level: "USER", send_details: true };
  const { id: user } = await api.ask<{ id: number }>("POST", "/user", account);
  const { id: group } = await api.ask<{ id: number }>("POST", "/group", { name: "Failing Dentists", slug: "", internal: false, country: 1 });
  const tagName = `Failing ${unheardOf()}`;
  const { id: tag } = await api.ask<{ id: number }>("POST", "/tag", { name: tagName, category: "dental" });

  const name = `Mouse ${unheardOf()}`;
  await test.step("a list, and what is created from it", async () => {
    let restore = await failing(page, "GET", "**/api/groups?*");
    await page.goto("/groups");
    await expect(page.getByText("Could not load the company groups.")).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("Could not load the company groups.")).toHaveCount(0);
    restore = await failing(page, "POST", "**/api/group");
    const dialog = await openByMouse(page, "Company group", "Create a new company group");
    await dialog.getByRole("textbox", { name: "Name" }).fill(name);
    await dialog.getByRole("button", { name: /^Create group/ }).click();
    const popup = page.getByRole("alertdialog", { name: "Error" });
    await expect(popup).toContainText("Unable to create the new group. Please try again.");
    await restore();
    await popup.getByRole("button", { name: "OK" }).click();
    await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue(name);
    await dialog.getByRole("button", { name: /^Create group/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  });

  await test.step("an account: its picture, its companies and its keys", async () => {
    await page.goto(`/accounts/${user}`);
    let restore = await failing(page, "PUT", `**/api/user/${user}/avatar`);
    const asked = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a picture" }).click();
    await (await asked).setFiles(PICTURE);
    await expect(page.getByText("The picture was not changed. Please try again.")).toBeVisible();
    await restore();

    restore = await failing(page, "GET", `**/api/user/${user}/associations*`);
    await page.getByRole("tab", { name: "Associations" }).click();
    await expect(page.getByText("Could not load the associations.")).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Refresh the page" }).click();
    await expect(page.getByText("This account belongs to no company")).toBeVisible();

    restore = await failing(page, "GET", `**/api/user/${user}/keys`);
    await page.getByRole("tab", { name: "API keys" }).click();
    await expect(page.getByText("Could not load the API keys.")).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Refresh the page" }).click();
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog", { name: "Create an API key" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Door");
    await dialog.getByRole("checkbox", { name: /^restrict/ }).check();
    restore = await failing(page, "POST", `**/api/user/${user}/keys`);
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByRole("alert")).toHaveText("The key was not created. Please try again.");
    await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Door");
    await restore();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("dialog", { name: "The new key" })).toBeVisible();
    await page.keyboard.press("Escape");
    restore = await failing(page, "DELETE", `**/api/user/${user}/keys/*`);
    await page.getByRole("button", { name: "Revoke Door" }).click();
    await confirm(page);
    await expect(page.getByText("The key was not revoked. Please try again.")).toBeVisible();
    await restore();
    await confirm(page);
    await expect(page.getByText("This account has no API keys")).toBeVisible();
  });

  await test.step("the members of a group and of a tag", async () => {
    let restore = await failing(page, "GET", `**/api/group/${group}/members*`);
    await page.goto(`/groups/${group}`);
    const members = page.getByRole("region", { name: "Members" });
    await expect(members.getByText("Could not load the members.")).toBeVisible();
    await restore();
    await members.getByRole("button", { name: "Refresh" }).click();
    await expect(members.getByText("This group has no members")).toBeVisible();

    await page.goto(`/tag/${tag}`);
    await page.getByRole("button", { name: "Add member" }).click();
    const adding = page.getByRole("dialog", { name: `Add a company to ${tagName}` });
    await adding.getByRole("combobox").fill("1");
    await adding.getByRole("option").first().click();
    restore = await failing(page, "PUT", "**/api/tag/*/members/*");
    await adding.getByRole("button", { name: /^Add member/ }).click();
    await expect(adding.getByRole("alert")).toHaveText("Unable to add the company to the tag. Please try again.");
    await restore();
    await adding.getByRole("button", { name: /^Add member/ }).click();
    await expect(adding).toHaveCount(0);
    restore = await failing(page, "DELETE", "**/api/tag/*/members/*");
    await page.getByRole("table", { name: "Companies" }).getByRole("button", { name: /^Remove/ }).click();
    await confirm(page);
    const question = page.getByRole("alertdialog");
    await expect(question.getByText("Unable to remove the company from the tag. Please try again.")).toBeVisible();
    await restore();
    await confirm(page);
    await expect(page.getByText("No company has this tag")).toBeVisible();
  });

  await test.step("a visitor’s registration", async () => {
    const { page: theirs } = await visit({ refusals: [500] });
    await theirs.goto("/login");
    const restore = await failing(theirs, "POST", "**/api/users");
    await theirs.getByRole("button", { name: "Create an account" }).click();
    await theirs.getByLabel("Name").fill("Ada King");
    await theirs.getByLabel("Email address").fill(`ada-${unheardOf()}@organisation.example`);
    await theirs.getByLabel("Password", { exact: true }).fill("Correct-horse-1");
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByRole("alert")).toHaveText("An unknown error occurred. Please try again.");
    await expect(theirs.getByLabel("Password", { exact: true })).toHaveValue("Correct-horse-1");
    await restore();
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByRole("heading", { name: "Welcome to Docket" })).toBeVisible();
  });
});
