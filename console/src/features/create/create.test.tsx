import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import { aHeadModerator } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const CATEGORIES = [
  { id: 7, name: "Hearing centre", favourite: true },
  { id: 1, name: "Dental practice", favourite: false },
  { id: 31, name: "Other", favourite: false },
];
const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  server.use(
    http.get("*/api/categories", () => HttpResponse.json({ categories: CATEGORIES })),
    ...(["company", "group"] as const).map((kind) =>
      http.post(`*/api/${kind}`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ id: 12 }, { status: 201 });
      }),
    ),
  );
});

/** Opens a dialog from the floating button, by keyboard alone. */
async function openDialog(entry: "Company listing" | "Company group") {
  const { user, router } = renderApp("/blacklist", { as: aHeadModerator() });
  const button = await screen.findByRole("button", { name: "Create" });
  button.focus();
  await user.keyboard("{Enter}");
  (await screen.findByRole("menuitem", { name: entry })).focus();
  await user.keyboard("{Enter}");
  return { user, router, dialog: await screen.findByRole("dialog") };
}

describe("a new company listing", () => {
  test("is named, gets a category by a part of its name, and its page opens", async () => {
    const { user, router, dialog } = await openDialog("Company listing");
    expect(dialog).toHaveAccessibleName("Create a new company listing");
    await user.keyboard("Tan Dental{Tab}");
    const picker = within(dialog).getByRole("combobox", { name: "Category" });
    expect(picker).toHaveFocus();
    expect(picker).toHaveAttribute("placeholder", "Select a category (required)");
    const options = await within(dialog).findAllByRole("option");
    expect(options.map((option) => option.textContent.trim())).toEqual([
      expect.stringMatching(/^7 - Hearing centre ?Favourite$/),
      "1 - Dental practice",
      "31 - Other",
    ]);
    await user.keyboard("dent{Enter}{Control>}{Enter}{/Control}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/company/12"));
    expect(sent).toEqual([{ name: "Tan Dental", category: 1 }]);
    expect(await screen.findByText("Company listing created successfully.")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("finds categories by id as well", async () => {
    const { user, dialog } = await openDialog("Company listing");
    await user.type(within(dialog).getByRole("combobox", { name: "Category" }), "3");
    expect((await within(dialog).findAllByRole("option")).map((option) => option.textContent)).toEqual(["31 - Other"]);
  });

  test("says what is missing, and sends nothing", async () => {
    const { user, dialog } = await openDialog("Company listing");
    await user.keyboard("T{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("You must enter a company name for the new listing.")).toBeVisible();
    expect(within(dialog).getByText("You must select a category for the new listing.")).toBeVisible();
    expect(sent).toEqual([]);
  });

  test("that fails closes the dialog and says so in a popup; opened again, it is empty", async () => {
    server.use(http.post("*/api/company", () => refusal(409, "conflict")));
    const { user, dialog } = await openDialog("Company listing");
    await user.keyboard("Tan Dental{Tab}");
    await within(dialog).findAllByRole("option");
    await user.keyboard("dent{Enter}{Control>}{Enter}{/Control}");
    const popup = await screen.findByRole("alertdialog", { name: "Error" });
    expect(within(popup).getByText("Unable to create the new company. Please try again.")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await user.click(within(popup).getByRole("button", { name: "OK" }));
    await user.click(screen.getByRole("button", { name: "Create" }));
    await user.click(await screen.findByRole("menuitem", { name: "Company listing" }));
    expect(await screen.findByRole("textbox", { name: "Company Name" })).toHaveValue("");
  });

  test("says so where the categories could not be loaded", async () => {
    server.use(http.get("*/api/categories", () => refusal(500, "unknown")));
    const { dialog } = await openDialog("Company listing");
    expect(await within(dialog).findByText("The list of categories failed to load")).toBeVisible();
  });
});

describe("a new company group", () => {
  test("has a slug that follows its name until it is typed, and begins as not internal in the United Kingdom", async () => {
    const { user, router, dialog } = await openDialog("Company group");
    expect(dialog).toHaveAccessibleName("Create a new company group");
    const slug = within(dialog).getByRole("textbox", { name: "RPP slug" });
    await user.keyboard(" Smiles & Co ");
    expect(slug).toHaveValue("smiles-and-co");
    expect(within(dialog).getByRole("combobox", { name: "Internal" })).toHaveDisplayValue("No");
    expect(within(dialog).getByRole("combobox", { name: "Country" })).toHaveDisplayValue("United Kingdom");
    await user.clear(slug);
    await user.type(slug, "bright");
    await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "of Kent");
    expect(slug).toHaveValue("bright");
    await user.click(within(dialog).getByRole("button", { name: "Create group" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/groups/12"));
    expect(sent).toEqual([{ name: "Smiles & Co of Kent", slug: "bright", internal: "false", country: "1" }]);
    expect(await screen.findByText("Company group created successfully.")).toBeVisible();
  });

  test("that fails says so in a popup, and stays as it was typed", async () => {
    server.use(http.post("*/api/group", () => refusal(409, "slug_taken")));
    const { user, dialog } = await openDialog("Company group");
    await user.keyboard("Smiles{Control>}{Enter}{/Control}");
    const popup = await screen.findByRole("alertdialog", { name: "Error" });
    expect(within(popup).getByText("Unable to create the new group. Please try again.")).toBeVisible();
    await user.click(within(popup).getByRole("button", { name: "OK" }));
    await waitFor(() => expect(popup).not.toBeInTheDocument());
    expect(within(dialog).getByRole("textbox", { name: "Name" })).toHaveValue("Smiles");
    expect(within(dialog).getByText("Another group has this RPP slug.")).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Create group" })).toBeEnabled();
  });
});
