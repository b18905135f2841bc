import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import { connection } from "@/lib/connection";
import { aCompany } from "@/testing/companies";
import { chooseLevel, openDialog } from "@/testing/create-dialog";
import { aDesk, aHeadModerator } from "@/testing/factories";
import { refusal, withBody, withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const CATEGORIES = [
  { id: 7, name: "Hearing centre", favourite: true },
  { id: 1, name: "Dental practice", favourite: false },
  { id: 31, name: "Other", favourite: false },
];
const sent: unknown[] = [];
/** Whether the server lets the person open the things that they create. */
let may = true;

beforeEach(() => {
  sent.length = 0;
  may = true;
  server.use(
    http.get("*/api/categories", () => HttpResponse.json({ categories: CATEGORIES })),
    ...(["company", "group"] as const).map((kind) =>
      http.post(`*/api/${kind}`, withBody(sent, () => HttpResponse.json({ id: 12, path: may ? `/${kind === "group" ? "groups" : kind}/12` : "" }, { status: 201 }))),
    ),
  );
});

test("the add button offers, in order, a company listing, a user account and a group", async () => {
  const { user } = renderApp("/blacklist", { as: aHeadModerator() });
  await user.click(await screen.findByRole("button", { name: "Create" }));
  const names = (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
  expect(names).toEqual(["Company listing", "User account", "Company group"]);
});

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
    await user.keyboard("dent{Enter}");
    expect(picker).toHaveValue("1 - Dental practice");
    expect(within(dialog).getAllByRole("option").map((option) => option.getAttribute("aria-selected"))).toEqual(["false", "true", "false"]);
    await user.keyboard("other{Enter}"); // typed instead of the company's name
    expect(picker).toHaveValue("31 - Other");
    await user.keyboard("dent{Enter}{Enter}{Control>}{Enter}{/Control}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/company/12"));
    expect(sent).toEqual([{ name: "Tan Dental", category: 1 }]);
    await waitFor(() => expect(screen.getByText("Company listing created successfully.")).toBeVisible());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("finds categories by id as well", async () => {
    const { user, dialog } = await openDialog("Company listing");
    await user.type(within(dialog).getByRole("combobox", { name: "Category" }), "3");
    expect((await within(dialog).findAllByRole("option")).map((option) => option.textContent)).toEqual(["31 - Other"]);
  });

  test("marks favourites by the star and by a key, without choosing a category; a refused mark is undone", async () => {
    const marked: string[] = [];
    let finish: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (finish = resolve));
    server.use(
      http.put("*/api/categories/:id/favourite", withCall(marked, ({ params }) => `+${String(params.id)}`)),
      http.delete("*/api/categories/:id/favourite", async ({ params }) => {
        marked.push(`-${String(params.id)}`);
        await arrived;
        return refusal(409, "conflict");
      }),
    );
    const { user, dialog } = await openDialog("Company listing");
    const picker = within(dialog).getByRole("combobox", { name: "Category" });
    await user.click(await within(dialog).findByTitle("Mark Other as a favourite"));
    expect(await within(dialog).findByText("Other is a favourite now")).toBeInTheDocument();
    expect(within(dialog).getByRole("option", { name: /^31 - Other ?Favourite$/ })).toBeVisible();
    await user.click(picker);
    await user.keyboard("hear{Shift>}{Enter}{/Shift}");
    // visible before the server has answered
    expect(await within(dialog).findByRole("option", { name: "7 - Hearing centre" })).toBeVisible();
    finish();
    expect(await within(dialog).findByText("Hearing centre stays as it was. Please try again.")).toBeVisible();
    expect(within(dialog).getByRole("option", { name: /^7 - Hearing centre ?Favourite$/ })).toBeVisible();
    expect(marked).toEqual(["+31", "-7"]);
    for (const option of within(dialog).getAllByRole("option")) expect(option).toHaveAttribute("aria-selected", "false");
    await user.clear(picker);
    await user.keyboard("other{Enter}");
    expect(within(dialog).getByRole("option", { name: /Other/ })).toHaveAttribute("aria-selected", "true");
  });

  test("says what is missing in an alert, one at a time, and sends nothing", async () => {
    const { user, dialog } = await openDialog("Company listing");
    await user.keyboard("T{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("You must enter a company name for the new listing.");
    expect(within(dialog).getByRole("textbox", { name: "Company Name" })).toHaveFocus();
    await user.keyboard("an{Control>}{Enter}{/Control}");
    await waitFor(() => expect(within(dialog).getByRole("alert")).toHaveTextContent("You must select a category for the new listing."));
    expect(within(dialog).getByRole("combobox", { name: "Category" })).toHaveFocus();
    expect(within(dialog).getByRole("textbox", { name: "Company Name" })).toBeValid();
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
    await waitFor(() => expect(screen.getByText("Company group created successfully.")).toBeVisible());
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

  test("that has no name says so, and sends nothing", async () => {
    const { user, dialog } = await openDialog("Company group");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Enter a name.")).toBeVisible();
    expect(sent).toEqual([]);
  });

  test("with text asks before Escape, its cross or a click outside closes it; opened again, it is empty", async () => {
    const { user, dialog } = await openDialog("Company group");
    await user.keyboard("Smiles");
    const outside = dialog.parentElement ?? document.body;
    const ways = [() => user.keyboard("{Escape}"), () => user.click(within(dialog).getByRole("button", { name: "Close" })), () => user.click(outside)];
    for (const leave of ways) {
      await leave();
      const asks = await screen.findByRole("alertdialog", { name: "Close without saving?" });
      expect(asks).toHaveAccessibleDescription("What you have typed here is lost.");
      expect(within(asks).getByRole("button", { name: "Keep editing" })).toHaveFocus();
      await user.keyboard(leave === ways[0] ? "{Escape}" : "{Enter}");
      expect(asks).not.toBeInTheDocument();
      expect(within(dialog).getByRole("textbox", { name: "Name" })).toHaveValue("Smiles");
    }
    await user.keyboard("{Escape}");
    const asks = await screen.findByRole("alertdialog");
    await user.click(within(asks).getAllByRole("button", { name: "Close" }).at(-1) ?? asks);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.click(screen.getByRole("button", { name: "Create" }));
    await user.click(await screen.findByRole("menuitem", { name: "Company group" }));
    expect(await screen.findByRole("textbox", { name: "Name" })).toHaveValue("");
  });
});

describe("a review, manually", () => {
  const openMenu = async (company: object, form: string) => {
    server.use(
      http.get("*/api/desk", () => HttpResponse.json(aDesk({ review_form: form }))),
      http.get("*/api/company/:id", () => HttpResponse.json(company)),
    );
    // a tab that sends few requests
    const { user } = renderApp("/company/31?tab=log", { as: aHeadModerator({ cms_access: ["organisation", "top_level_add"] }) });
    const button = await screen.findByRole("button", { name: "Create" });
    button.focus();
    await user.keyboard("{Enter}");
    return { user, item: await screen.findByRole("menuitem", { name: /^Review manually/ }) };
  };

  test("is the company's own form in a sandboxed frame, closed by a button", async () => {
    const { user, item } = await openMenu(aCompany, "https://forms.example/new?lang=en");
    item.focus();
    await user.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Create a new review manually" });
    const frame = within(dialog).getByTitle("Review form");
    expect(frame).toHaveAttribute("src", "https://forms.example/new?lang=en&company=31&mode=cms");
    expect(frame).toHaveAttribute("sandbox", "allow-forms allow-scripts allow-same-origin");
    expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
    const [first, last] = within(dialog).getAllByRole("button", { name: "Close" });
    expect(first).toBeVisible();
    await user.click(last ?? dialog);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  test.each([
    { why: "No review form is configured", company: aCompany, form: "" },
    { why: "No review form is configured", company: aCompany, form: window.location.origin },
    { why: "The company is closed", company: { ...aCompany, status: "closed" }, form: "https://forms.example" },
  ])("is disabled and says why: $why ($form)", async ({ why, company, form }) => {
    const { item } = await openMenu(company, form);
    await waitFor(() => expect(item).toHaveTextContent(why));
    expect(item).toHaveAttribute("aria-disabled", "true");
  });
});

const LEVELS = http.get("*/api/access-levels", () => HttpResponse.json({ levels: [{ level: "USER", permissions: [] }], permissions: [] }));

/** Fills and submits the form that the menu entry opens; the focus stays in the dialog. */
async function fill(user: ReturnType<typeof renderApp>["user"], dialog: HTMLElement, entry: string): Promise<void> {
  if (entry === "User account") {
    await user.keyboard("Ada{Tab}{Tab}ada@docket.example");
    await chooseLevel(user, dialog);
  } else await user.keyboard("Smiles");
  if (entry === "Company listing") await user.click(await within(dialog).findByRole("option", { name: /Other/ }));
}

// last, because a visible notification is not shown a second time, and other tests wait for the same sentence
test.each([
  { entry: "Company listing", path: "company", action: "Create company" },
  { entry: "User account", path: "user", action: "Create account" },
  { entry: "Company group", path: "group", action: "Create group" },
] as const)("$entry on its way: its button is disabled and shows that it is loading", async ({ entry, path, action }) => {
  let finish: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (finish = resolve));
  server.use(
    http.get("*/api/access-levels", () => HttpResponse.json({ levels: [{ level: "USER", permissions: [] }], permissions: [] })),
    http.post(`*/api/${path}`, async () => {
      await arrived;
      return HttpResponse.json({ id: 12, path: "/groups/12", link: null }, { status: 201 });
    }),
  );
  const { user, router, dialog } = await openDialog(entry);
  await fill(user, dialog, entry);
  const button = within(dialog).getByRole("button", { name: new RegExp(`^${action}`) });
  await user.click(button);
  await waitFor(() => expect(button).toBeDisabled());
  expect(button).toHaveAttribute("aria-busy", "true");
  finish();
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/12$/));
});

test.each([
  { entry: "Company listing", path: "company" },
  { entry: "User account", path: "user" },
  { entry: "Company group", path: "group" },
] as const)("$entry without network says why in its dialog, keeps what was typed, and is created once", async ({ entry, path }) => {
  const keys: (string | null)[] = [];
  const created = new Set<string | null>();
  let lost = true;
  server.use(
    http.get("*/healthz", () => (lost ? HttpResponse.error() : HttpResponse.json({ database: "ok" }))),
    LEVELS,
    http.post(`*/api/${path}`, ({ request }) => {
      const key = request.headers.get("Idempotency-Key");
      keys.push(key);
      created.add(key); // the server has the request, only the answer is lost
      return lost ? HttpResponse.error() : HttpResponse.json({ id: 12, path: "/groups/12", link: null }, { status: 201 });
    }),
  );
  const { user, router, dialog } = await openDialog(entry);
  await fill(user, dialog, entry);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await within(dialog).findByText(/^The server cannot be reached\. Keep this page open: it is sent once/)).toBeVisible();
  expect(within(dialog).getByDisplayValue(/^(Ada|Smiles)$/)).toBeVisible();
  lost = false;
  await connection.check();
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/12$/));
  expect(keys.length).toBeGreaterThan(1);
  expect(created.size).toBe(1);
});

test.each([
  { entry: "Company listing", said: "Company listing created successfully." },
  { entry: "User account", said: "User account created successfully." },
  { entry: "Company group", said: "Company group created successfully." },
] as const)("$entry that its creator may not open leads to no page that refuses them", async ({ entry, said }) => {
  may = false;
  server.use(
    LEVELS,
    http.post("*/api/user", () => HttpResponse.json({ id: 12, path: "", link: null }, { status: 201 })),
  );
  const { user, router, dialog } = await openDialog(entry);
  await fill(user, dialog, entry);
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await screen.findByText(said)).toBeVisible();
  // the page is loaded before the address changes
  await waitFor(() => expect(router.state.navigation.state).toBe("idle"));
  expect(router.state.location.pathname).toBe("/blacklist");
});

test("a company that had no answer stays in its dialog, to be sent again under the same key", async () => {
  const keys: (string | null)[] = [];
  server.use(
    http.post("*/api/company", withCall(keys, ({ request }) => request.headers.get("Idempotency-Key"), () =>
      keys.length <= 3 ? HttpResponse.error() : HttpResponse.json({ id: 12, path: "/company/12" }, { status: 201 }),
    )),
  );
  const { user, router, dialog } = await openDialog("Company listing");
  await user.keyboard("Tan Dental");
  await user.click(await within(dialog).findByRole("option", { name: /Other/ }));
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await within(dialog).findByText("Unable to create the new company. Please try again.")).toBeVisible();
  expect(within(dialog).getByRole("textbox", { name: "Company Name" })).toHaveValue("Tan Dental");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/company/12"));
  expect(new Set(keys).size).toBe(1);
});

describe("a dialog that was closed while its call was on its way", () => {
  test("takes nobody to another page when it is done, and says so when it has failed", async () => {
    for (const [answer, said] of [
      [HttpResponse.json({ id: 12, path: "/groups/12" }, { status: 201 }), "Company group created successfully."],
      [refusal(409, "conflict"), "Unable to create the new group. Please try again."],
    ] as const) {
      let arrive: () => void = () => undefined;
      const onItsWay = new Promise<void>((resolve) => (arrive = resolve));
      server.use(http.post("*/api/group", () => onItsWay.then(() => answer)));
      const { user, router, dialog } = await openDialog("Company group");
      await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "Tan Group{Control>}{Enter}{/Control}");
      await user.keyboard("{Escape}");
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
      arrive();
      expect(await screen.findByText(said)).toBeVisible();
      await waitFor(() => expect(router.state.navigation.state).toBe("idle"));
      expect(router.state.location.pathname).toBe("/blacklist");
      expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
      cleanup();
    }
  });
});
