import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import { chooseLevel, openDialog } from "@/testing/create-dialog";
import { aModerator } from "@/testing/factories";
import { refusal, withBody } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const sent: unknown[] = [];

describe("a new user account", () => {
  const LABELS = ["First name", "Last name", "Email address", "Access level"];
  const offered = { levels: [{ level: "NO_DASHBOARD", permissions: [] }, { level: "USER", permissions: [] }], permissions: [] };
  let link: string | null = null;

  beforeEach(() => {
    link = null;
    sent.length = 0;
    server.use(
      http.get("*/api/access-levels", () => HttpResponse.json(offered)),
      http.post("*/api/user", withBody(sent, () => HttpResponse.json({ id: 12, path: "/accounts/12", link }, { status: 201 }))),
    );
  });

  test("has its fields in their order, mails the details unless told not to, and its page opens", async () => {
    const { user, router, dialog } = await openDialog("User account");
    expect(dialog).toHaveAccessibleName("Create a new user account");
    for (const label of LABELS) {
      expect(within(dialog).getByLabelText(label)).toHaveFocus();
      if (label === "Access level") await within(dialog).findByRole("option", { name: "Standard User" });
      else await user.keyboard(label === "Email address" ? "ada@docket.example" : label);
      await user.tab();
    }
    expect(within(dialog).getByRole("checkbox", { name: "Email the new user their login details" })).toBeChecked();
    expect(within(dialog).getByLabelText("Access level")).toHaveValue("");
    await user.click(within(dialog).getByRole("button", { name: /^Create account/ }));
    expect(await within(dialog).findByText("Choose an access level.")).toBeVisible();
    expect(sent).toEqual([]);
    await user.selectOptions(within(dialog).getByLabelText("Access level"), "Standard User");
    expect(within(dialog).getByText("Full dashboard.")).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: /^Create account/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/accounts/12"));
    expect(sent).toEqual([
      {
        first_name: "First name",
        last_name: "Last name",
        email_address: "ada@docket.example",
        access_level: "USER",
        send_details: true,
      },
    ]);
    await waitFor(() => expect(screen.getByText("User account created successfully.")).toBeVisible());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("says of each level what it means, in the words of the specification", async () => {
    const SENTENCES = {
      NO_DASHBOARD: "Email notifications only.",
      USER: "Full dashboard.",
      SUPER: "Company administrator, full access, can edit own staff access.",
      RECEPTIONIST: "Ask for feedback, reply, manage feedback requests.",
      ANALYST: "Analytics and core data.",
      DEVELOPER: "Technical details and web features only.",
      ADMIN: "Full admin access, never to be assigned to clients.",
    };
    const levels = Object.keys(SENTENCES).map((level) => ({ level, permissions: [] }));
    server.use(http.get("*/api/access-levels", () => HttpResponse.json({ levels, permissions: [] })));
    const { user, dialog } = await openDialog("User account");
    const level = within(dialog).getByLabelText("Access level");
    await waitFor(() => expect(within(level).getAllByRole("option")).toHaveLength(levels.length + 1));
    for (const [name, sentence] of Object.entries(SENTENCES)) {
      await user.selectOptions(level, name);
      expect(within(dialog).getByText(sentence)).toBeVisible();
    }
  });

  test("is left by Cancel without a question, and is empty when it is opened again", async () => {
    const { user, dialog } = await openDialog("User account");
    await user.keyboard("{Escape}"); // closes without a question: nothing would be lost
    expect(dialog).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Create" }));
    await user.click(await screen.findByRole("menuitem", { name: "User account" }));
    await user.type(await screen.findByRole("textbox", { name: "First name" }), "Ada");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.click(screen.getByRole("button", { name: "Create" }));
    await user.click(await screen.findByRole("menuitem", { name: "User account" }));
    expect(await screen.findByRole("textbox", { name: "First name" })).toHaveValue("");
  });

  test("as Docket Staff is created after the question that raising an account asks", async () => {
    server.use(http.get("*/api/access-levels", () => HttpResponse.json({ levels: [{ level: "ADMIN", permissions: [] }], permissions: [] })));
    const { user, router, dialog } = await openDialog("User account");
    await user.keyboard("Ada{Tab}King{Tab}ada@docket.example");
    await within(dialog).findByRole("option", { name: "Docket Staff" });
    await user.selectOptions(within(dialog).getByLabelText("Access level"), "Docket Staff");
    for (const answer of [/^Cancel/, /^Make Docket Staff/]) {
      await user.click(within(dialog).getByRole("button", { name: /^Create account/ }));
      const asked = await screen.findByRole("dialog", { name: "Make Ada King Docket Staff?" });
      expect(asked).toHaveAccessibleDescription(/^Ada King gets full admin access at once: /);
      expect(sent).toEqual([]);
      await user.click(within(asked).getByRole("button", { name: answer }));
      await waitFor(() => expect(asked).not.toBeInTheDocument());
    }
    await waitFor(() => expect(router.state.location.pathname).toBe("/accounts/12"));
    expect(sent).toEqual([expect.objectContaining({ access_level: "ADMIN" })]);
  });

  test("without the mail, its link is shown once to whoever created it", async () => {
    link = "https://desk.example/login#set=abc";
    const { user, dialog } = await openDialog("User account");
    await user.click(within(dialog).getByRole("checkbox"));
    await user.type(within(dialog).getByLabelText("Email address"), "ada@docket.example");
    await chooseLevel(user, dialog);
    await user.type(within(dialog).getByLabelText("First name"), "Ada{Control>}{Enter}{/Control}");
    const shown = await screen.findByRole("dialog", { name: "Link to set the password" });
    expect(within(shown).getByRole("textbox")).toHaveValue(link);
    expect(sent).toEqual([expect.objectContaining({ send_details: false })]);
  });

  test("is created from the list by who may do nothing but work with accounts; the link stays when its page opens", async () => {
    link = "https://desk.example/login#set=abc";
    server.use(...["users", "users/recent"].map((path) => http.get(`*/api/${path}`, () => HttpResponse.json({ items: [], next_cursor: null }))));
    const { user, router } = renderApp("/accounts", { as: aModerator({ cms_access: ["users"] }) });
    await user.click(await screen.findByRole("button", { name: "Create account" }));
    const dialog = await screen.findByRole("dialog", { name: "Create a new user account" });
    await user.click(within(dialog).getByRole("checkbox"));
    await user.type(within(dialog).getByLabelText("Email address"), "ada@docket.example");
    await chooseLevel(user, dialog);
    await user.type(within(dialog).getByLabelText("First name"), "Ada{Control>}{Enter}{/Control}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/accounts/12"));
    const shown = screen.getByRole("dialog", { name: "Link to set the password" });
    expect(within(shown).getByRole("textbox")).toHaveValue(link);
  });

  test("that fails says so in a popup, and stays as it was typed", async () => {
    server.use(http.post("*/api/user", () => refusal(409, "email_taken")));
    const { user, dialog } = await openDialog("User account");
    await user.keyboard("Ada{Tab}{Tab}ada@docket.example");
    await chooseLevel(user, dialog);
    await user.keyboard("{Control>}{Enter}{/Control}");
    const popup = await screen.findByRole("alertdialog", { name: "Error" });
    expect(within(popup).getByText("Unable to create the new user account. Please try again.")).toBeVisible();
    expect(within(popup).getByText("Another account has this email address.")).toBeVisible();
    await user.click(within(popup).getByRole("button", { name: "OK" }));
    await waitFor(() => expect(popup).not.toBeInTheDocument());
    expect(within(dialog).getByRole("textbox", { name: "First name" })).toHaveValue("Ada");
    expect(within(dialog).getByText("Another account has this email address.")).toBeVisible();
    expect(within(dialog).getByRole("button", { name: /^Create account/ })).toBeEnabled();
  });

  test("says what is missing or invalid, and sends nothing", async () => {
    const { user, dialog } = await openDialog("User account");
    await user.keyboard("{Tab}{Tab}nobody{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Enter a first name.")).toBeVisible();
    expect(within(dialog).getByText("Invalid email address")).toBeVisible();
    expect(sent).toEqual([]);
  });
});
