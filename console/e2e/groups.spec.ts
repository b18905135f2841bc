import { confirm, confirmByKeyboard, deleteByKeyboard, failing, openByKeyboard, openByMouse } from "./support/dialogs";
import { expect, test } from "./support/test";

const TITLE = "Create a new company group";

test("a company group is created by keyboard alone after bad input, and by mouse after a failure", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN", refusals: [500, 409] });
  const heading = page.getByRole("heading", { level: 1 });
  let restore = await failing(page, "GET", "**/api/groups?*");
  await page.goto("/groups");
  await expect(page.getByText("Could not load the company groups.")).toBeVisible();
  await restore();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Could not load the company groups.")).toHaveCount(0);

  await test.step("by keyboard", async () => {
    const dialog = await openByKeyboard(page, "Company group", TITLE);
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByText("Enter a name.")).toBeVisible();
    await page.keyboard.type("Keyboard Dentists");
    await page.keyboard.press("Tab");
    await page.keyboard.type("keyboard-dentists");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await expect(dialog.getByRole("combobox", { name: "Internal" })).toHaveValue("true");
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("combobox", { name: "Country" })).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(heading).toHaveText("Keyboard Dentists");
    await expect(page.getByText("Company group created successfully.")).toBeVisible();
    await expect(page).toHaveURL(/\/groups\/\d+$/);
  });

  await test.step("by mouse: a failure and a slug that is taken keep the dialog and what was typed", async () => {
    await page.goto("/groups");
    const dialog = await openByMouse(page, "Company group", TITLE);
    const name = dialog.getByRole("textbox", { name: "Name" });
    const slug = dialog.getByRole("textbox", { name: "RPP slug" });
    await name.fill("Mouse Dentists");
    await slug.fill("keyboard-dentists");
    restore = await failing(page, "POST", "**/api/group");
    const popup = page.getByRole("alertdialog", { name: "Error" });
    for (const isTaken of [false, true]) {
      if (isTaken) await restore();
      await dialog.getByRole("button", { name: /^Create group/ }).click();
      await expect(popup).toContainText("Unable to create the new group. Please try again.");
      await popup.getByRole("button", { name: "OK" }).click();
      await expect(name).toHaveValue("Mouse Dentists");
    }
    await expect(dialog.getByText("Another group has this RPP slug.")).toBeVisible();
    await slug.fill("mouse-dentists");
    await dialog.getByRole("button", { name: /^Create group/ }).click();
    await expect(heading).toHaveText("Mouse Dentists");
  });
});

test("a group gets members, is edited and deleted, each after a failure", async ({ visit }) => {
  const { page, api } = await visit({ as: "ADMIN", refusals: [500] });
  const { id } = await api.ask<{ id: number }>("POST", "/group", { name: "Failing Dentists", slug: "", internal: false, country: 1 });
  let restore = await failing(page, "GET", `**/api/group/${id}`);
  await page.goto(`/groups/${id}`);
  await expect(page.getByText("Could not load the company group.")).toBeVisible();
  await restore();
  restore = await failing(page, "GET", `**/api/group/${id}/members*`);
  await page.getByRole("button", { name: "Refresh" }).click();
  const members = page.getByRole("region", { name: "Members" });
  await expect(members.getByText("Could not load the members.")).toBeVisible();
  await restore();
  await members.getByRole("button", { name: "Refresh" }).click();
  await expect(members.getByText("This group has no members")).toBeVisible();

  await test.step("a member is added and removed", async () => {
    await members.getByRole("button", { name: "Add member" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add a member to Failing Dentists" });
    await expect(dialog.getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByText("Choose a company.")).toBeVisible();
    await page.keyboard.type("1");
    await expect(dialog.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("option", { selected: true })).toHaveCount(1);
    restore = await failing(page, "PUT", `**/api/group/${id}/members/*`);
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByRole("alert")).toHaveText("Unable to add the new group member. Please try again.");
    await restore();
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    const remove = page.getByRole("table", { name: "Members" }).getByRole("button", { name: /^Remove/ });
    restore = await failing(page, "DELETE", `**/api/group/${id}/members/*`);
    await remove.click();
    await confirm(page);
    await expect(page.getByText("Unable to remove the member from the group. Please try again.")).toBeVisible();
    await restore();
    await confirmByKeyboard(page);
    await expect(members.getByText("This group has no members")).toBeVisible();
  });

  await test.step("by mouse a member is added and removed as well", async () => {
    await members.getByRole("button", { name: "Add member" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a member to Failing Dentists" });
    await dialog.getByRole("combobox").fill("1");
    await dialog.getByRole("option").first().click();
    await dialog.getByRole("button", { name: /^Add member/ }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("table", { name: "Members" }).getByRole("button", { name: /^Remove/ }).click();
    await confirm(page);
    await expect(members.getByText("This group has no members")).toBeVisible();
  });

  await test.step("by mouse it loses its RPP page and gets another", async () => {
    await page.getByRole("region", { name: "Group", exact: true }).getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit the company group" });
    await dialog.getByRole("checkbox", { name: "This group has an RPP page" }).check();
    await dialog.getByRole("button", { name: /^Save/ }).click();
    await expect(dialog.getByText("Enter an RPP slug: it is the address of the RPP page.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "RPP slug" }).fill("failing-dentists");
    await dialog.getByRole("button", { name: /^Save/ }).click();
    await expect(page.getByText("failing-dentists", { exact: true })).toBeVisible();
  });

  await test.step("it is edited and deleted", async () => {
    const facts = page.getByRole("region", { name: "Group", exact: true });
    await facts.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit the company group" });
    const name = dialog.getByRole("textbox", { name: "Name" });
    await name.fill("Working Dentists");
    restore = await failing(page, "PATCH", `**/api/group/${id}`);
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByRole("alert")).toHaveText("Unable to save changes. Please try again.");
    await expect(name).toHaveValue("Working Dentists");
    await restore();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Working Dentists");
    const log = page.getByRole("region", { name: "Audit log" });
    await expect(log.getByText("Changed: name.")).toBeVisible();
    await expect(page.getByText("failing-dentists", { exact: true })).toBeVisible(); // its address stays
    restore = await failing(page, "DELETE", `**/api/group/${id}`);
    await facts.getByRole("button", { name: "Delete" }).click();
    await confirm(page);
    await expect(page.getByText("Unable to delete the group. Please try again.")).toBeVisible();
    await restore();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await deleteByKeyboard(page, facts);
    await expect(page).toHaveURL(/\/groups$/);
  });
});
