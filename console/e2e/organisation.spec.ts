import { confirm, confirmByKeyboard, deleteByKeyboard, openByKeyboard, openByMouse } from "./support/dialogs";
import { intercept } from "./support/intercept";
import { expect, test } from "./support/test";
import { unheardOf } from "./support/words";

test("a company is created by keyboard alone, edited, has its log written, and gets a review in a frame of 700 px", async ({ visit }) => {
  const { page, desk } = await visit({ as: "ADMIN" });
  const asked: string[] = [];
  await intercept(page, "https://forms.example/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Form</title><h1>Your review</h1>" });
  });
  await page.goto("/groups");

  await test.step("by keyboard: bad input is named, and stays", async () => {
    const dialog = await openByKeyboard(page, "Company listing", "Create a new company listing");
    const name = dialog.getByRole("textbox", { name: "Company Name" });
    await expect(name).toBeFocused();
    await page.keyboard.type("K");
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByRole("alert")).toContainText("You must enter a company name for the new listing.");
    await expect(name).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.type("eyboard Dental");
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByRole("alert")).toContainText("You must select a category for the new listing.");
    await expect(dialog.getByRole("combobox", { name: "Category" })).toBeFocused();
    await expect(dialog.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+Enter"); // a favourite, and not yet chosen
    await expect(dialog.getByRole("option").nth(1)).toContainText("Favourite");
    await expect(dialog.getByRole("option", { selected: true })).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("option", { selected: true })).toHaveCount(1);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Keyboard Dental");
    await desk.says("Company listing created successfully.");
  });

  const log = page.getByRole("region", { name: "Audit log" });
  await test.step("its facts, by keyboard", async () => {
    await expect(log.getByText(/ created\.$/)).toBeVisible();
    await page.getByRole("region", { name: "Details", exact: true }).getByRole("button", { name: "Edit" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Edit the company" });
    const website = dialog.getByRole("textbox", { name: "Website" });
    const isThere = async () => {
      await page.keyboard.press("Tab");
      return website.evaluate((element) => element === document.activeElement);
    };
    await expect.poll(isThere).toBe(true);
    await page.keyboard.type("https://two.example");
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("link", { name: "https://two.example" })).toBeVisible();
    await expect(log.getByText("Changed: website.")).toBeVisible();
  });

  await test.step("its log, by keyboard", async () => {
    await page.getByRole("link", { name: "Log", exact: true }).press("Enter");
    await log.getByRole("button", { name: "Add an entry" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add an entry to the audit log" });
    await expect(dialog.getByRole("textbox", { name: "Log text" })).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByText("Write what the log should say.")).toBeVisible();
    await page.keyboard.type("They asked by telephone.");
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    await expect(log.getByText("They asked by telephone.")).toBeVisible();
  });

  await test.step("a review is added manually, here alone", async () => {
    const company = new URL(page.url()).pathname.split("/").at(-1);
    for (const [width, open] of [[1440, openByKeyboard], [390, openByMouse]] as const) {
      await page.setViewportSize({ width, height: 844 });
      const dialog = await open(page, "Review manually", "Create a new review manually");
      await expect(dialog.frameLocator("iframe").getByRole("heading", { name: "Your review" })).toBeAttached();
      // once the dialog has grown to its size
      await expect.poll(async () => (await dialog.locator("iframe").boundingBox())?.width).toBeGreaterThanOrEqual(700);
      if (width === 1440) await page.keyboard.press("Escape");
      else await dialog.getByText("Close", { exact: true }).click();
      await expect(dialog).toHaveCount(0);
    }
    expect(asked).toEqual(Array(2).fill(`https://forms.example/new?company=${company}&mode=cms`));
    await page.goto("/groups");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await expect(page.getByRole("menuitem", { name: "Company group" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: /^Review manually/ })).toHaveCount(0);
  });
});

test("a company group is created by keyboard alone, gets a member and an RPP page, and is deleted", async ({ visit }) => {
  const { page, desk } = await visit({ as: "ADMIN" });
  await page.goto("/groups");
  const heading = page.getByRole("heading", { level: 1 });
  const name = `Keyboard ${unheardOf()}`;

  await test.step("it is created", async () => {
    const dialog = await openByKeyboard(page, "Company group", "Create a new company group");
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await expect(dialog.getByRole("combobox", { name: "Internal" })).toHaveValue("true");
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("combobox", { name: "Country" })).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(heading).toHaveText(name);
    await desk.says("Company group created successfully.");
    await expect(page).toHaveURL(/\/groups\/\d+$/);
  });

  await test.step("a member is added and removed by keyboard", async () => {
    const members = page.getByRole("region", { name: "Members" });
    await members.getByRole("button", { name: "Add member" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: `Add a member to ${name}` });
    await expect(dialog.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("1");
    await expect(dialog.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("option", { selected: true })).toHaveCount(1);
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    await page.getByRole("table", { name: "Members" }).getByRole("button", { name: /^Remove/ }).press("Enter");
    await confirmByKeyboard(page);
    await expect(members.getByText("This group has no members")).toBeVisible();
  });

  await test.step("it is edited by mouse, and its log says so", async () => {
    const facts = page.getByRole("region", { name: "Details", exact: true });
    await facts.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit the company group" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Working Dentists");
    await dialog.getByRole("checkbox", { name: "This group has an RPP page" }).check();
    const slug = `working-${unheardOf()}`;
    await dialog.getByRole("textbox", { name: "RPP slug" }).fill(slug);
    await dialog.getByRole("button", { name: /^Save/ }).click();
    await expect(heading).toHaveText("Working Dentists");
    await expect(page.getByText(slug, { exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: "Audit log" }).getByText(/^Changed: .*name/)).toBeVisible();
    await deleteByKeyboard(page);
    await expect(page).toHaveURL(/\/groups$/);
  });
});

test("a smart tag is created by keyboard, another one by mouse, which gets a company, is edited and deleted", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR" });
  await page.goto("/tags");
  const dialog = page.getByRole("dialog", { name: "Create a new organisation tag" });
  const facts = page.getByRole("region", { name: "Details", exact: true });
  const companies = page.getByRole("table", { name: "Companies" });
  const [liked, kind] = [`Liked ${unheardOf()}`, `Kind ${unheardOf()}`];

  await test.step("a smart tag, whose figures come from the background", async () => {
    await page.getByRole("button", { name: "Create tag" }).press("Enter");
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByText("Enter a name.")).toBeVisible();
    await page.keyboard.type(liked);
    await page.keyboard.press("Tab");
    await page.keyboard.type("Dental");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Four stars and more.");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Smart");
    await expect(dialog.getByRole("group", { name: "Rule" })).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { level: 1, name: liked })).toBeVisible();
    await expect(page.getByRole("region", { name: "Rule" })).toContainText("Star rating at least 4");
    await expect(facts.getByTitle(/^[45](\.\d+)? out of 5 stars$/)).toBeVisible();
    await expect(facts.getByRole("button", { name: "Edit" })).toHaveCount(0);
    await expect(companies.getByRole("link").first()).toBeVisible();
  });

  await test.step("a user-defined tag gets a company, and is edited", async () => {
    await page.getByRole("link", { name: "Organisation tags" }).click();
    await page.getByRole("button", { name: "Create tag" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill(kind);
    await dialog.getByRole("button", { name: /^Create tag/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: kind })).toBeVisible();
    await page.getByRole("button", { name: "Add member" }).click();
    const adding = page.getByRole("dialog", { name: `Add a company to ${kind}` });
    await adding.getByRole("combobox").fill("1");
    await adding.getByRole("option").first().click();
    await adding.getByRole("button", { name: /^Add member/ }).click();
    await expect(adding).toHaveCount(0);
    await expect(companies.getByRole("row")).toHaveCount(2);
    await expect(page.getByRole("region", { name: "Audit log" }).getByText(/^Added company .+ \(\d+\)\.$/)).toBeVisible();
    await facts.getByRole("button", { name: "Edit" }).click();
    const editing = page.getByRole("dialog", { name: "Edit the organisation tag" });
    await editing.getByRole("textbox", { name: "Name" }).fill(`Very ${kind}`);
    await editing.getByRole("button", { name: /^Save/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Very ${kind}` })).toBeVisible();
  });

  await test.step("it loses its company, and is deleted, by keyboard", async () => {
    await companies.getByRole("button", { name: /^Remove/ }).press("Enter");
    await confirmByKeyboard(page);
    await expect(page.getByText("No company has this tag")).toBeVisible();
    await deleteByKeyboard(page);
    await expect(page).toHaveURL(/\/tags$/);
    await expect(page.getByRole("link", { name: liked })).toBeVisible();
    await expect(page.getByText(`Very ${kind}`, { exact: true })).toHaveCount(0);
  });
});

test("a reason code is added by keyboard alone after bad input, and changed and retired by mouse", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN" });
  const title = `Written for ${unheardOf()}`;
  await page.goto("/reason-codes");
  const add = page.getByRole("button", { name: "New reason" });
  await expect(add).toBeEnabled(); // once the list is there
  await add.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New reason" });
  await expect(dialog.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press("Control+Enter");
  const sentence = dialog.getByRole("textbox", { name: "Sentence to the author" });
  await expect(sentence).toHaveAttribute("aria-invalid", "true");
  await expect(sentence).toBeFocused();
  await page.keyboard.type("A friend has written it.");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: `Change ${title}` }).click();
  const changing = page.getByRole("dialog", { name: "Change the reason" });
  await changing.getByRole("textbox", { name: "Title" }).fill(`${title}!`);
  await changing.getByRole("button", { name: /^Save/ }).click();
  await expect(changing).toHaveCount(0);
  await page.getByRole("button", { name: `More for ${title}!` }).click();
  await page.getByRole("menuitem", { name: "Retire" }).click();
  await page.getByRole("alertdialog", { name: `Retire “${title}!”?` }).getByRole("button", { name: /^Retire/ }).click();
  await expect(page.getByRole("rowheader", { name: `${title}! Retired` })).toBeVisible();
});

const LABEL = "Email address or mobile number";

test("a person is checked against the blacklist, added with notes, found again and removed, by keyboard and by mouse", async ({ visit }) => {
  const { page, desk } = await visit({ as: "HEAD_MODERATOR", refusals: [422] });
  const address = `b-${unheardOf()}@example.com`;
  const words = `False reviews of ${unheardOf()}.`;
  await page.goto("/blacklist");
  const input = page.getByLabel(LABEL);
  const row = page.getByRole("table", { name: "Blacklist" }).getByRole("row").filter({ hasText: words });

  await test.step("by keyboard alone", async () => {
    await input.focus();
    await page.keyboard.type("nobody");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Missing input You must enter a valid email address or mobile number.");
    await expect(input).toBeFocused();
    await input.press("ControlOrMeta+a");
    await page.keyboard.type(address);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Not on the blacklist" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Notes (optional)" })).toBeFocused();
    await expect(page.getByText("This person has no open review.")).toBeVisible();
    await page.keyboard.type(words);
    await page.keyboard.press("Control+Enter");
    await expect(input).toBeFocused();
    await expect(row).toContainText("b…@example.com");
  });

  await test.step("by mouse, written in another way; its notes are changed, and it is removed", async () => {
    await input.fill(address.toUpperCase());
    await page.getByRole("button", { name: "Check", exact: true }).click();
    const match = page.getByRole("region", { name: "On the blacklist" });
    await expect(match).toContainText(words);
    await row.getByRole("button", { name: "Edit the notes of b…@example.com" }).click();
    const notes = page.getByRole("dialog", { name: "Edit the notes of b…@example.com" });
    await expect(notes.getByRole("textbox", { name: "Notes" })).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.type(" They have stopped.");
    await notes.getByRole("button", { name: /^Save/ }).click();
    await expect(notes).toHaveCount(0);
    await expect(row).toContainText("They have stopped.");
    await match.getByRole("button", { name: "Remove b…@example.com" }).click();
    await confirm(page);
    await desk.says("Removed from the blacklist");
    await expect(row).toHaveCount(0);
  });
});
