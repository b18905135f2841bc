import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import type { Account } from "@/api/types";
import { anAccount } from "@/testing/an-account";
import { aDesk, aHeadModerator, aModerator } from "@/testing/factories";
import { refusal, withBody, withQuery } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { storedDrafts } from "@/testing/stored-drafts";

const sent: unknown[] = [];
const asked: string[] = [];
const done = () => new HttpResponse(null, { status: 204 });

function has(change: Partial<Account>) {
  server.use(http.get("*/api/user/9", () => HttpResponse.json(anAccount(change))));
}

beforeEach(() => {
  sent.length = asked.length = 0;
  server.use(
    http.get("*/api/users", withQuery(asked, () =>
      HttpResponse.json({ items: [anAccount(), anAccount({ id: 10, active: false, name: { full: "Bo Old" } })], next_cursor: null }),
    )),
    http.get("*/api/user/9", () => HttpResponse.json(anAccount())),
    http.get("*/api/users/recent", () => HttpResponse.json({ items: [anAccount({ id: 12, name: { full: "Cy Recent" } })] })),
    http.get("*/api/access-levels", () =>
      HttpResponse.json({
        levels: [
          { level: "NO_DASHBOARD", permissions: [] },
          { level: "MODERATOR", permissions: ["moderation", "tickets"] },
          { level: "HEAD_MODERATOR", permissions: ["moderation", "head_moderator"] },
        ],
        permissions: ["moderation", "tickets", "head_moderator"],
      }),
    ),
    http.get("*/api/audit/account/9", () => HttpResponse.json({ items: [], next_cursor: null })),
    http.get("*/api/user/9/associations", () =>
      HttpResponse.json({
        items: [{ id: 31, name: "Tan Dental", postcode: "", groups: [{ id: 5, name: "Smiles" }] }],
        next_cursor: null,
      }),
    ),
    http.get("*/api/user/9/keys", () =>
      HttpResponse.json({
        items: [{ id: 3, name: "The shop", prefix: "dk_abcdef", scopes: ["events"], created: "2026-11-20T09:42:00Z", last_used: null }],
        ownerless: [{ id: 1, name: "Importer", prefix: "dk_zyxwvu", scopes: ["ingest"], created: "2026-11-20T09:42:00Z", last_used: null }],
        scopes: ["restrict", "tickets"],
      }),
    ),
    http.patch("*/api/user/9", withBody(sent, () => HttpResponse.json(anAccount()))),
    http.put("*/api/user/9/password", withBody(sent, () => done())),
    http.post("*/api/user/9/link", async ({ request }) => {
      const order = (await request.json()) as { send: boolean };
      sent.push(order);
      return HttpResponse.json({ link: order.send ? null : "https://desk.example/login#set=abc" }, { status: 201 });
    }),
    http.delete("*/api/user/9/associations/31", () => {
      sent.push("dissociated");
      return done();
    }),
    http.post("*/api/user/9/keys", withBody(sent, () => HttpResponse.json({ id: 4, key: "dk_whole_secret", prefix: "dk_whole_" }, { status: 201 }))),
    http.delete("*/api/user/9/keys/3", () => {
      sent.push("revoked");
      return done();
    }),
    http.delete("*/api/user/9", withBody(sent, () => done())),
  );
});

const open = (address: string) => renderApp(address, { as: aHeadModerator() });

describe("one's own account", () => {
  const me = aModerator({ id: 9 });
  const unasked: string[] = [];
  beforeEach(() => {
    unasked.length = 0;
    has({ own: true });
    server.use(
      ...["access-levels", "audit/account/9", "user/9/associations"].map((path) =>
        http.get(`*/api/${path}`, () => {
          unasked.push(path);
          return refusal(403, "forbidden");
        }),
      ),
    );
  });

  test("opens from the account menu, with the tabs that are one's own", async () => {
    const { user, place } = renderApp("/", { as: me });
    await user.click(await screen.findByRole("button", { name: "Marta Ellwood, account menu" }));
    await user.click(await screen.findByRole("menuitem", { name: "Your account" }));
    await waitFor(() => expect(place()).toBe("/accounts/9"));
    const tabs = await screen.findAllByRole("tab");
    expect(tabs.map((tab) => tab.textContent)).toEqual(["Basic Information", "Password", "Notifications", "Two factor authentication", "API keys0"]);
    tabs[0]?.focus();
    await user.keyboard("{End}");
    expect(await screen.findByRole("table", { name: "API keys" })).toBeVisible();
    expect(screen.getByRole("link", { name: "What the API can do" })).toHaveAttribute("href", "/api/docs");
    await user.keyboard("{ArrowRight}");
    expect(await screen.findByText("Nobody changes their own access. Ask a colleague who manages accounts.")).toBeVisible();
    expect(unasked).toEqual([]);
  });

  test("has a profile to change, an address to read, and no access to change", async () => {
    const { user } = renderApp("/accounts/9", { as: me });
    await user.type(await screen.findByRole("textbox", { name: "Job title" }), "Clerk");
    const email = screen.getByRole("textbox", { name: "Email address" });
    expect(email).toHaveAttribute("readonly");
    expect(email).toHaveAccessibleDescription("You sign in with it. A colleague who manages accounts can change it.");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ job_title: "Clerk" });
    expect(screen.queryByRole("button", { name: "Save access" })).not.toBeInTheDocument();
    const access = within(screen.getByRole("region", { name: "Access" }));
    expect(access.queryByRole("checkbox")).not.toBeInTheDocument();
    expect(access.getAllByRole("listitem").map(({ textContent }) => textContent)).toContain("Tickets");
  });

  test("keeps what was typed into its profile when another page is shown, until it is saved", async () => {
    const job = () => screen.findByRole("textbox", { name: "Job title" });
    const { user, router } = renderApp("/accounts/9", { as: me });
    await user.type(await job(), "Clerk");
    await router.navigate("/");
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Job title" })).not.toBeInTheDocument());
    await router.navigate("/accounts/9");
    expect(await job()).toHaveValue("Clerk");
    expect(screen.getByText(/^Draft stored/)).toBeVisible();
    has({ own: true, job_title: "Head clerk" });
    server.use(http.patch("*/api/user/9", () => HttpResponse.json(anAccount({ own: true, job_title: "Head clerk" }))));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(async () => expect(await job()).toHaveValue("Head clerk"));
    expect(storedDrafts()).toEqual([]);
  });

  test("gets a password typed twice, and offers no link; parts that are not one's own do not open by their address", async () => {
    const { router } = renderApp("/accounts/9?tab=password", { as: me });
    expect(await screen.findByLabelText("New password")).toBeEnabled();
    expect(screen.queryByRole("button", { name: "Show the link" })).not.toBeInTheDocument();
    await router.navigate("/accounts/9?tab=delete");
    expect(await screen.findByRole("textbox", { name: "Job title" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Delete account" })).not.toBeInTheDocument();
  });

  test("takes no picture from who has no permission", async () => {
    has({ own: true, cms_access: [] });
    renderApp("/accounts/9", { as: { ...me, cms_access: [] } });
    expect(await screen.findByRole("button", { name: "Choose a picture" })).toBeDisabled();
  });

  test("is the only one that opens without the permission", async () => {
    renderApp("/accounts/10", { as: me });
    expect(await screen.findByRole("heading", { name: "You do not have access to this page" })).toBeVisible();
  });
});

describe("the list of accounts", () => {
  test("shows who was opened last, and everybody by name, narrowed by words and level in the address", async () => {
    const { user, router } = open("/accounts");
    expect(await screen.findByRole("link", { name: "Cy Recent" })).toBeVisible();
    const row = (await screen.findByRole("link", { name: "Bo Old" })).closest("tr") ?? document.body;
    expect(row).toHaveTextContent("Deactivated");
    await user.type(screen.getByRole("searchbox", { name: "Name, email or number" }), "king");
    await waitFor(() => expect(asked.at(-1)).toContain("q=king"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Access level" }), "Moderator");
    await waitFor(() => expect(asked.at(-1)).toContain("level=MODERATOR"));
    expect(router.state.location.search).toBe("?q=king&level=MODERATOR");
  });
});

describe("an account", () => {
  test("has the seven tabs, which the arrow keys go through", async () => {
    const { user, router } = open("/accounts/9");
    const tabs = await screen.findAllByRole("tab");
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      "Basic Information",
      "Password",
      "Notifications",
      "Two factor authentication",
      "Associations0",
      "API keys0",
      "Delete account",
    ]);
    tabs[0]?.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(await screen.findByRole("checkbox", { name: /^Assigned to me/ })).toBeVisible();
    await user.keyboard("{ArrowRight}");
    expect(await screen.findByText("Not yet available.")).toBeVisible();
    expect(router.state.location.search).toBe("?tab=two_factor");
  });

  test("has a profile, which keeps what was typed when it is refused", async () => {
    server.use(http.patch("*/api/user/9", () => refusal(409, "email_taken"), { once: true }));
    const { user } = open("/accounts/9");
    const job = await screen.findByRole("textbox", { name: "Job title" });
    expect(within(screen.getByRole("combobox", { name: "Country" })).getAllByRole("option").map((one) => one.textContent)).toEqual([
      "Not given",
      "United Kingdom",
      "Republic of Ireland",
      "New Zealand",
      "Australia",
    ]);
    await user.type(job, "Clerk");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("An error occurred. The user account was not updated.")).toBeVisible();
    expect(await screen.findByText("Another account has this email address.")).toBeVisible();
    expect(job).toHaveValue("Clerk");
    await user.selectOptions(screen.getByRole("combobox", { name: "Country" }), "Republic of Ireland");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ job_title: "Clerk", country: 2 });
  });

  test("stands beside its facts: who it is, since when, and whether it is used", async () => {
    has({ company: { id: 31, name: "Tan Dental" }, associations: 3, sessions: 2, last_seen: null, created: "2020-11-20T09:42:00Z" });
    open("/accounts/9");
    const facts = within(await screen.findByRole("region", { name: "Facts" }));
    expect(facts.getByText("Account 9")).toBeVisible();
    expect(facts.getByRole("link", { name: "Tan Dental" })).toHaveAttribute("href", "/company/31");
    for (const text of ["Moderator", "not in the last 30 days", "2 open"]) expect(facts.getByText(text)).toBeVisible();
    expect(facts.getByText(/and 2 more/)).toBeVisible();
    expect(screen.getByRole("tab", { name: "Associations" })).toHaveTextContent("Associations3");
  });

  test("says in its facts that it is deactivated, and that a new one was never used", async () => {
    has({ active: false, last_seen: null, created: new Date().toISOString() });
    open("/accounts/9");
    const facts = within(await screen.findByRole("region", { name: "Facts" }));
    for (const text of ["Deactivated", "never"]) expect(facts.getByText(text)).toBeVisible();
  });

  test("gets a password, typed twice, by the rules", async () => {
    const { user } = open("/accounts/9?tab=password");
    const [fresh, again] = [await screen.findByLabelText("New password"), screen.getByLabelText("Confirm password")];
    const save = screen.getByRole("button", { name: "Change password" });
    await user.type(fresh, "short");
    await user.click(save);
    expect(await screen.findByText("The password needs at least 8 characters.")).toBeVisible();
    await user.clear(fresh);
    await user.type(fresh, "lowercase");
    expect(await screen.findByText("The password needs at least one lower-case and one upper-case letter.")).toBeVisible();
    await user.clear(fresh);
    await user.type(fresh, "Correct-horse");
    await user.type(again, "Correct-hors");
    await user.click(save);
    expect(await screen.findByText("The two passwords differ.")).toBeVisible();
    await user.type(again, "e");
    server.use(http.put("*/api/user/9/password", () => refusal(409, "conflict"), { once: true }));
    await user.click(save);
    expect(await screen.findByText("An error occurred. The password was not updated.")).toBeVisible();
    await user.click(save);
    await waitFor(() => expect(sent).toEqual([{ password: "Correct-horse" }]));
    await waitFor(() => expect(fresh).toHaveValue(""));
  });

  test("of one’s own gets no link to the password, which is for somebody else", async () => {
    has({ own: true });
    open("/accounts/9?tab=password");
    expect(await screen.findByLabelText("New password")).toBeEnabled();
    expect(screen.queryByRole("heading", { name: "Let the person choose it" })).not.toBeInTheDocument();
  });

  test("without a mail server offers no mail: the link is shown, and the notices say that nothing goes out", async () => {
    server.use(http.get("*/api/desk", () => HttpResponse.json(aDesk({ mail: false }))));
    const { user } = open("/accounts/9?tab=password");
    await user.click(await screen.findByRole("button", { name: "Show the link" }));
    expect(await screen.findByDisplayValue("https://desk.example/login#set=abc")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Email the link" })).toBeNull();
    expect(screen.getByText(/No mail server is set, so nothing is mailed/)).toBeInTheDocument();
  });

  test("gets a link that sets the password, by mail or shown once", async () => {
    const { user } = open("/accounts/9?tab=password");
    await user.click(await screen.findByRole("button", { name: "Email the link" }));
    expect(await screen.findByText("The link is on its way to ada@docket.example")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show the link" }));
    const dialog = await screen.findByRole("dialog", { name: "Link to set the password" });
    expect(within(dialog).getByRole("textbox", { name: "Link" })).toHaveValue("https://desk.example/login#set=abc");
    expect(sent).toEqual([{ send: true }, { send: false }]);
  });

  test("shows its companies with their groups, and loses one after a question", async () => {
    const { user } = open("/accounts/9?tab=associations");
    expect(await screen.findByText("Smiles")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Remove Tan Dental" }));
    const question = await screen.findByRole("alertdialog", { name: "Remove Tan Dental from this account?" });
    await user.click(within(question).getByRole("button", { name: /^Remove/ }));
    await waitFor(() => expect(sent).toEqual(["dissociated"]));
  });

  test("has its API keys sorted by a header, apart from those of the command line", async () => {
    const key = { id: 4, name: "Door", prefix: "dk_doorrr", scopes: ["events"], created: "2026-11-20T09:42:00Z", last_used: null };
    const items = [key, { ...key, id: 5, name: "a till" }, { ...key, id: 6, name: "Shop", last_used: "2026-11-21T09:42:00Z" }];
    server.use(http.get("*/api/user/9/keys", () => HttpResponse.json({ items, ownerless: items, scopes: [] })));
    const { user } = open("/accounts/9?tab=keys");
    const namesIn = (table: HTMLElement) => within(table).getAllByRole("rowheader").map((one) => one.textContent);
    const own = await screen.findByRole("table", { name: "API keys" });
    const sortBy = async (name: string, order: string) => {
      await user.click(within(own).getByRole("button", { name }));
      await waitFor(() => expect(within(own).getByRole("columnheader", { name })).toHaveAttribute("aria-sort", order));
    };
    await sortBy("Name", "ascending");
    expect(namesIn(own)).toEqual(["a till", "Door", "Shop"]);
    await sortBy("Last used", "descending");
    expect(namesIn(own)).toEqual(["Shop", "Door", "a till"]);
    await sortBy("Name", "ascending");
    await sortBy("Name", "descending");
    expect(namesIn(own)).toEqual(["Shop", "Door", "a till"]);
    expect(namesIn(screen.getByRole("table", { name: "Keys of no account" }))).toEqual(["Door", "a till", "Shop"]);
  });

  test("gets an API key, shown once, and loses one; those of the command line stand apart", async () => {
    server.use(http.get("*/api/user/9", () => HttpResponse.json(anAccount({ keys: sent.length }))));
    const { user } = open("/accounts/9?tab=keys");
    expect(await screen.findByRole("table", { name: "Keys of no account" })).toHaveTextContent("Importer");
    await user.click(screen.getByRole("button", { name: "Create key" }));
    const dialog = await screen.findByRole("dialog", { name: "Create an API key" });
    await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "Till{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Choose at least one scope.")).toBeVisible();
    await user.click(within(dialog).getByRole("checkbox", { name: /^tickets/ }));
    server.use(http.post("*/api/user/9/keys", () => refusal(409, "conflict"), { once: true }));
    await user.click(within(dialog).getByRole("button", { name: /^Create key/ }));
    expect(await within(dialog).findByText("The key was not created. Please try again.")).toBeVisible();
    expect(within(dialog).getByRole("textbox", { name: "Name" })).toHaveValue("Till");
    await user.click(within(dialog).getByRole("button", { name: /^Create key/ }));
    const shown = await screen.findByRole("dialog", { name: "The new key" });
    expect(within(shown).getByRole("textbox")).toHaveValue("dk_whole_secret");
    await user.click(within(shown).getAllByRole("button", { name: "Close" }).at(-1) ?? shown);
    await waitFor(() => expect(screen.getByRole("tab", { name: /^API keys/ })).toHaveTextContent("API keys1"));
    await user.click(screen.getByRole("button", { name: "Revoke The shop" }));
    const question = await screen.findByRole("alertdialog", { name: "Revoke the key The shop?" });
    server.use(http.delete("*/api/user/9/keys/:id", () => refusal(409, "conflict"), { once: true }));
    await user.click(within(question).getByRole("button", { name: /^Revoke/ }));
    expect(await within(question).findByText("The key was not revoked. Please try again.")).toBeVisible();
    await user.click(within(question).getByRole("button", { name: /^Revoke/ }));
    await waitFor(() => expect(sent).toEqual([{ name: "Till", scopes: ["tickets"] }, "revoked"]));
  });

  test("is deleted for good once the confirmation is ticked", async () => {
    server.use(http.delete("*/api/user/9", () => refusal(409, "conflict"), { once: true }));
    const { user, place } = open("/accounts/9?tab=delete");
    const remove = await screen.findByRole("button", { name: "Delete account" });
    await user.click(remove);
    expect(await screen.findByText("Tick the confirmation first.")).toBeVisible();
    await user.click(screen.getByRole("checkbox"));
    await user.click(remove);
    expect(await screen.findByText("An error occurred. The user account was not deleted.")).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(remove);
    await waitFor(() => expect(place()).toBe("/accounts"));
    expect(sent).toEqual([{ confirm: true }]);
    expect(await screen.findByText("User account deleted")).toBeVisible();
  });
});
