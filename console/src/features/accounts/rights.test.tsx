import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import type { Account } from "@/api/types";
import { anAccount } from "@/testing/an-account";
import { aHeadModerator } from "@/testing/factories";
import { refusal, withBody } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const aPromotion = (change: Partial<NonNullable<Account["promotion"]>> = {}): NonNullable<Account["promotion"]> => ({
  by: { id: 2, name: "Bo Chief" },
  at: "2026-11-20T09:42:00Z",
  expires_at: "2026-11-21T09:42:00Z",
  cms_access: ["moderation"],
  companies: 2,
  own: false,
  may_confirm: true,
  ...change,
});

const sent: unknown[] = [];
const open = (address: string) => renderApp(address, { as: aHeadModerator() });

function has(change: Partial<Account>) {
  server.use(http.get("*/api/user/9", () => HttpResponse.json(anAccount(change))));
}

beforeEach(() => {
  sent.length = 0;
  has({});
  server.use(
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
    http.patch("*/api/user/9", withBody(sent, () => HttpResponse.json(anAccount()))),
  );
});

describe("an account", () => {
  test("names the parts of the console that permissions open, and is saved by keys once something was changed", async () => {
    const { user } = open("/accounts/9");
    const permissions = await screen.findByRole("group", { name: "Permissions" });
    const head = await within(permissions).findByRole("checkbox", { name: "Head moderator" });
    await waitFor(() => expect(head).toBeEnabled());
    expect(within(permissions).getByText("Oversight")).toBeVisible();
    expect(within(permissions).queryByText("Organisation")).not.toBeInTheDocument();
    const save = screen.getByRole("button", { name: "Save access" });
    expect(save).toBeDisabled();
    head.focus();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await user.keyboard(" ");
    expect(save).toBeEnabled();
    expect(screen.getByText("Not saved")).toBeVisible();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText("Not saved")).not.toBeInTheDocument());
  });

  test("keeps what was changed when another page is opened, until it is saved or discarded", async () => {
    const { user, router } = open("/accounts/9");
    await user.click(await screen.findByRole("radio", { name: "No Dashboard Access" }));
    expect(screen.getByText("Not saved")).toBeVisible();
    await act(() => router.navigate("/blacklist"));
    await waitFor(() => expect(screen.queryByText("Not saved")).not.toBeInTheDocument());
    await act(() => router.navigate("/accounts/9"));
    expect(await screen.findByRole("radio", { name: "No Dashboard Access" })).toBeChecked();
    expect(screen.getByText("Not saved")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Discard the draft" }));
    expect(screen.getByRole("radio", { name: "Moderator" })).toBeChecked();
    expect(screen.queryByText("Not saved")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Discard the draft" })).not.toBeInTheDocument();
  });

  test("gets a level with its sentence and its permissions, which change one by one", async () => {
    const { user } = open("/accounts/9");
    const levels = await screen.findByRole("group", { name: "Access level" });
    await waitFor(() => expect(within(levels).getAllByRole("radio")).toHaveLength(3));
    const none = within(levels).getByRole("radio", { name: "No Dashboard Access" });
    await user.click(none);
    expect(none).toHaveAccessibleDescription(/^Email notifications only\./);
    await user.click(within(levels).getByRole("radio", { name: "Head Moderator" }));
    expect(screen.getByRole("checkbox", { name: "Tickets" })).not.toBeChecked();
    await user.click(screen.getByRole("checkbox", { name: "Tickets" }));
    await user.click(screen.getByRole("button", { name: "Save access" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      access_level: "HEAD_MODERATOR",
      cms_access: ["moderation", "head_moderator", "tickets"],
      shown: { access_level: "MODERATOR", cms_access: ["moderation", "tickets"] },
    });
  });

  const STATE = /^The account is active/;
  const AS_STAFF = { access_level: "ADMIN", cms_access: ["moderation"] };
  test.each([
    ["deactivated", {}, [STATE], "Deactivate", / is signed out at once, cannot sign in, and /, { active: false }],
    ["made Docket Staff", {}, ["Docket Staff"], "Make Docket Staff", /^Ada King gets full admin access at once: /, AS_STAFF],
    ["both", {}, ["Docket Staff", STATE], "Make Docket Staff and deactivate", / is signed out at once, .* full admin access: /, { ...AS_STAFF, active: false }],
    ["made Docket Staff while it is not active", { active: false }, ["Docket Staff"], "Make Docket Staff", /^Once the account is activated, /, AS_STAFF],
    ["activated as Docket Staff", { active: false, access_level: "ADMIN" }, [STATE], "Activate", / can sign in at once with full admin /, { active: true }],
  ] as const)("is %s after one question that says all that follows, each time, and nothing is left of what was cancelled", async (_, change, names, confirm, text, body) => {
    const levels = [{ level: "ADMIN", permissions: ["moderation"] }];
    has(change);
    server.use(http.get("*/api/access-levels", () => HttpResponse.json({ levels, permissions: ["moderation"] })));
    const { user } = open("/accounts/9");
    await waitFor(() => expect(screen.getByRole("radio", { name: "Docket Staff" })).toBeEnabled());
    for (const answer of ["Cancel", confirm]) {
      expect(screen.queryByText("Not saved")).not.toBeInTheDocument();
      for (const name of names) await user.click(screen.getByRole(name === STATE ? "checkbox" : "radio", { name }));
      await user.click(screen.getByRole("button", { name: "Save access" }));
      const asked = await screen.findByRole("dialog", { name: /Ada King/ });
      expect(asked).toHaveAccessibleDescription(text);
      expect(sent).toEqual([]);
      await user.click(within(asked).getByRole("button", { name: new RegExp(`^${answer}`) }));
      await waitFor(() => expect(asked).not.toBeInTheDocument());
    }
    await waitFor(() => expect(sent).toEqual([expect.objectContaining(body)]));
  });

  test("that somebody has deactivated meanwhile stays so when a permission is ticked, and keeps the tick that is refused", async () => {
    const { user } = open("/accounts/9");
    const head = await screen.findByRole("checkbox", { name: "Head moderator" });
    await waitFor(() => expect(head).toBeEnabled());
    has({ active: false, cms_access: ["moderation"] });
    server.use(http.patch("*/api/user/9", () => refusal(409, "rights_changed"), { once: true }));
    await user.click(head);
    await user.click(screen.getByRole("button", { name: "Save access" }));
    expect(await screen.findByText(/^Somebody else has changed the access of this account, and nothing was saved\./)).toBeVisible();
    await waitFor(() => expect(screen.getByRole("checkbox", { name: "Tickets" })).not.toBeChecked());
    expect(screen.getByRole("checkbox", { name: /^The account is active/ })).not.toBeChecked();
    expect(head).toBeChecked();
    await user.click(screen.getByRole("button", { name: "Save access" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      cms_access: ["moderation", "head_moderator"],
      shown: { access_level: "MODERATOR", cms_access: ["moderation"] },
    });
  });

  test("that somebody with fewer rights may sign in as gets more once its address is confirmed", async () => {
    const { user } = open("/accounts/9");
    const head = await screen.findByRole("checkbox", { name: "Head moderator" });
    await waitFor(() => expect(head).toBeEnabled());
    server.use(http.patch("*/api/user/9", () => refusal(409, "address_unconfirmed"), { once: true }));
    await user.click(head);
    await user.click(screen.getByRole("button", { name: "Save access" }));
    const asked = await screen.findByRole("dialog", { name: "Is ada@docket.example this person’s address?" });
    expect(asked).toHaveAccessibleDescription(/ a link to set a new password is mailed to ada@docket\.example\.$/);
    expect(sent).toEqual([]);
    await user.click(within(asked).getByRole("button", { name: /^Save and mail the link/ }));
    expect(await screen.findByText("Access saved. The link is on its way to ada@docket.example")).toBeVisible();
    await waitFor(() => expect(asked).not.toBeInTheDocument());
    const shown = { access_level: "MODERATOR", cms_access: ["moderation", "tickets"], email_address: "ada@docket.example" };
    expect(sent).toEqual([{ cms_access: ["moderation", "tickets", "head_moderator"], shown }]);
  });

  describe("that belongs to companies", () => {
    const saveAsStaff = async (confirmers: object[]) => {
      const levels = [{ level: "ADMIN", permissions: ["moderation"] }];
      has({ associations: 2 });
      server.use(
        http.get("*/api/access-levels", () => HttpResponse.json({ levels, permissions: ["moderation"] })),
        http.patch("*/api/user/9", () => refusal(409, "second_admin_needed", { companies: 2, confirmers })),
        http.post("*/api/user/9/promotion", withBody(sent, () =>
          HttpResponse.json(anAccount({ promotion: aPromotion({ own: true, may_confirm: false }) }), { status: 201 }),
        )),
      );
      const { user } = open("/accounts/9");
      await user.click(await screen.findByRole("radio", { name: "Docket Staff" }));
      await user.click(screen.getByRole("button", { name: "Save access" }));
      return user;
    };

    test("becomes Docket Staff after a warning that names who has to confirm it", async () => {
      const user = await saveAsStaff([
        { id: 2, name: "Bo Chief" },
        { id: 3, name: "Cy Head" },
      ]);
      const asked = await screen.findByRole("alertdialog", { name: "Make Ada King Docket Staff?" });
      expect(asked).toHaveAccessibleDescription(
        "This account belongs to 2 companies. Docket Staff have full admin access, never to be assigned to clients. If you ask for it, a second administrator has to confirm it within a day: Bo Chief or Cy Head.",
      );
      expect(sent).toEqual([]);
      has({ promotion: aPromotion({ own: true, may_confirm: false }) });
      await user.click(within(asked).getByRole("button", { name: /^Ask for confirmation/ }));
      expect(await screen.findByText(/^You asked to make this account Docket Staff, though it belongs to 2 companies\./)).toBeVisible();
      expect(sent).toEqual([{ cms_access: ["moderation"] }]);
      await waitFor(() => expect(asked).not.toBeInTheDocument());
      expect(screen.queryByRole("button", { name: "Confirm Docket Staff" })).not.toBeInTheDocument();
      expect(screen.getByRole("button", { name: "Cancel the request" })).toBeVisible();
      expect(screen.getByRole("radio", { name: "Moderator" })).toBeChecked();
    });

    test("does not with one administrator, who is told the command", async () => {
      await saveAsStaff([]);
      expect(await screen.findByRole("alert")).toHaveTextContent("“docket account level ada@docket.example ADMIN”");
      expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    });

    test("is confirmed by the second administrator, who looks at its address where that is needed", async () => {
      const keys = new Set<string | null>();
      has({ promotion: aPromotion() });
      server.use(
        http.post("*/api/user/9/promotion/confirm", async ({ request }) => {
          sent.push(await request.json());
          keys.add(request.headers.get("Idempotency-Key"));
          if (sent.length === 1) return refusal(409, "address_unconfirmed");
          has({ access_level: "ADMIN" });
          return HttpResponse.json(anAccount({ access_level: "ADMIN" }));
        }),
      );
      const { user } = open("/accounts/9");
      await user.click(await screen.findByRole("button", { name: "Confirm Docket Staff" }));
      const asked = await screen.findByRole("alertdialog", { name: "Make Ada King Docket Staff?" });
      expect(asked).toHaveAccessibleDescription(/^Bo Chief asks for it\. This account belongs to 2 companies: /);
      const confirm = within(asked).getByRole("button", { name: /^Confirm Docket Staff/ });
      await user.click(confirm);
      expect(await within(asked).findByText("Is ada@docket.example this person’s address?")).toBeVisible();
      await user.click(confirm);
      expect(await screen.findByText("Access saved. The link is on its way to ada@docket.example")).toBeVisible();
      expect(sent).toEqual([{}, { shown: { email_address: "ada@docket.example" } }]);
      expect(keys.size).toBe(2);
      await waitFor(() => expect(screen.queryByText(/^Bo Chief asks to make/)).not.toBeInTheDocument());
    });

    test("says what became of a request that has lapsed, and who may not decide it has no buttons", async () => {
      has({ promotion: aPromotion() });
      server.use(http.post("*/api/user/9/promotion/confirm", () => refusal(409, "promotion_lapsed")));
      const { user } = open("/accounts/9");
      await user.click(await screen.findByRole("button", { name: "Confirm Docket Staff" }));
      const asked = await screen.findByRole("alertdialog");
      has({ promotion: aPromotion({ may_confirm: false }) });
      await user.click(within(asked).getByRole("button", { name: /^Confirm Docket Staff/ }));
      expect(await within(asked).findByText(/^Nothing was changed: the request is over/)).toBeVisible();
      await user.click(within(asked).getByRole("button", { name: /^Cancel/ }));
      await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel the request" })).not.toBeInTheDocument());
      expect(screen.getByText(/^Bo Chief asks to make/)).toBeVisible();
    });
  });

  test("whose address is denied keeps its access, and it is said what to change first", async () => {
    const { user } = open("/accounts/9");
    const head = await screen.findByRole("checkbox", { name: "Head moderator" });
    await waitFor(() => expect(head).toBeEnabled());
    server.use(http.patch("*/api/user/9", () => refusal(409, "address_unconfirmed")));
    await user.click(head);
    await user.click(screen.getByRole("button", { name: "Save access" }));
    const asked = await screen.findByRole("dialog", { name: "Is ada@docket.example this person’s address?" });
    await user.click(within(asked).getByRole("button", { name: "No" }));
    await waitFor(() => expect(asked).not.toBeInTheDocument());
    expect(screen.getByText("Nothing was saved. Change the email address under “Profile” first, then save the access.")).toBeVisible();
    expect(sent).toEqual([]);
  });

  test("offers no access to change where it is refused", async () => {
    has({ may_edit: false });
    open("/accounts/9");
    expect(await screen.findByText("This account has rights that you do not hold, so you cannot change it. Ask somebody who holds them.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Save access" })).toBeDisabled();
    expect(screen.getByRole("checkbox", { name: "Moderation" })).toBeDisabled();
  });
});
