import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

import type { Factors } from "@/api/types";
import { accessToken } from "@/lib/access-token";
import { anAccount } from "@/testing/an-account";
import { aDesk, aHeadModerator, aModerator } from "@/testing/factories";
import { PASSWORD, refusal, withBody } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const PENDING = { pending: "half-way", ways: ["code", "recovery"], expires_at: "2026-11-20T09:42:00Z" };
const NONE: Factors = { codes_since: null, recovery_codes: 0, passkeys: [], required: false, offers_codes: true, offers_passkeys: true };
const TEN = Array.from({ length: 10 }, (_, number) => `AAAA${number}-BBBB${number}`);
const offers = http.get("*/api/desk", () => HttpResponse.json(aDesk({ second_factors: true })));

async function givePassword(user: ReturnType<typeof renderApp>["user"]) {
  await user.type(await screen.findByLabelText("Email address"), "marta.ellwood@docket.example");
  await user.type(screen.getByLabelText("Password"), PASSWORD);
  await user.keyboard("{Enter}");
}

describe("the second step of a sign-in", () => {
  const sent: unknown[] = [];

  function asks(answer: () => Response) {
    sent.length = 0;
    server.use(
      http.post("*/api/auth/login", () => HttpResponse.json(PENDING, { status: 202 })),
      http.post("*/api/auth/second-factor", withBody(sent, answer)),
    );
  }

  test("asks for the code, opens no session before it, and comes to the page that was wanted", async () => {
    asks(() => HttpResponse.json({ accessToken: "fresh-token", user: aHeadModerator() }));
    const { user, place } = renderApp("/reviews/banned-words");
    await givePassword(user);
    const code = await screen.findByRole("textbox", { name: /Code/ });
    expect(code).toHaveFocus();
    expect(accessToken.get()).toBeNull();
    await user.keyboard("{Enter}");
    expect(screen.getByText("Type the code that the app shows.")).toBeVisible();
    await user.type(code, " 123456 {Enter}");
    await waitFor(() => expect(place()).toBe("/reviews/banned-words"));
    expect(sent).toEqual([{ pending: "half-way", code: "123456" }]);
    expect(accessToken.get()).toBe("fresh-token");
  });

  test("says that a code is wrong, and takes a recovery code instead", async () => {
    asks(() => refusal(403, "wrong_code"));
    const { user } = renderApp("/login");
    await givePassword(user);
    await user.type(await screen.findByRole("textbox", { name: /Code/ }), "000000{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("That is not right.");
    await user.click(screen.getByRole("button", { name: "Use a recovery code" }));
    expect(screen.queryByRole("alert")).toBeNull();
    await user.type(screen.getByRole("textbox", { name: /Recovery code/ }), "ABCDE-FGHJK{Enter}");
    expect(await screen.findByRole("alert")).toBeVisible();
    expect(sent).toEqual([
      { pending: "half-way", code: "000000" },
      { pending: "half-way", recovery_code: "ABCDE-FGHJK" },
    ]);
  });

  test("goes back to the password once it is too old, and says why", async () => {
    asks(() => refusal(409, "sign_in_ended"));
    const { user } = renderApp("/login");
    await givePassword(user);
    await user.type(await screen.findByRole("textbox", { name: /Code/ }), "123456{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("This sign-in is older than 10 minutes");
    expect(screen.getByLabelText("Email address")).toBeVisible();
  });

  test("offers no passkey where nobody has one", async () => {
    renderApp("/login");
    expect(await screen.findByRole("button", { name: "Sign in" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Sign in with a passkey" })).toBeNull();
  });
});

describe("the tab of an account", () => {
  const me = aModerator({ id: 9 });

  function has(facts: Partial<Factors>, own = true) {
    server.use(
      offers,
      http.get("*/api/user/9", () => HttpResponse.json(anAccount({ own }))),
      http.get("*/api/user/9/factors", () => HttpResponse.json({ ...NONE, ...facts })),
    );
  }

  test("says that it is not yet available without a setting", async () => {
    has({});
    server.use(http.get("*/api/desk", () => HttpResponse.json(aDesk())));
    renderApp("/accounts/9?tab=two_factor", { as: me });
    expect(await screen.findByText("Not yet available.")).toBeVisible();
  });

  test("sets up codes by the first one, and shows the recovery codes once", async () => {
    has({});
    const sent: unknown[] = [];
    server.use(
      http.post("*/api/user/me/codes", () =>
        HttpResponse.json({ secret: "ABCDEFGH", address: "otpauth://totp/Docket", qr: "<svg xmlns='http://www.w3.org/2000/svg'/>" }, { status: 201 }),
      ),
      http.post("*/api/user/me/codes/confirm", withBody(sent, () => (sent.length > 1 ? HttpResponse.json({ recovery_codes: TEN }) : refusal(422, "invalid", { fields: { code: ["wrong"] } })))),
    );
    const { user } = renderApp("/accounts/9?tab=two_factor", { as: me });
    await user.click(await screen.findByRole("button", { name: "Set up one-time codes" }));
    const dialog = await screen.findByRole("dialog", { name: "Set up one-time codes" });
    expect(within(dialog).getByText("ABCD EFGH")).toBeVisible();
    expect(within(dialog).getByRole("img", { name: "QR code with the secret below" })).toBeVisible();
    await user.type(within(dialog).getByRole("textbox"), "000000");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText(/That is not the code that the app shows now/)).toBeVisible();
    await user.clear(within(dialog).getByRole("textbox"));
    await user.type(within(dialog).getByRole("textbox"), "123456");
    await user.click(within(dialog).getByRole("button", { name: "Set up" }));
    const shown = await screen.findByRole("dialog", { name: "Your recovery codes" });
    expect(within(shown).getAllByRole("listitem").map((item) => item.textContent)).toEqual(TEN);
    expect(sent).toEqual([{ code: "000000" }, { code: "123456" }]);
  });

  test("removes the second factor of somebody else", async () => {
    has({ codes_since: "2026-11-20T09:42:00Z", recovery_codes: 7 }, false);
    const removed: string[] = [];
    server.use(
      http.delete("*/api/user/9/factors", () => {
        removed.push("removed");
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderApp("/accounts/9?tab=two_factor", { as: aHeadModerator({ cms_access: ["users", "moderation"] }) });
    await user.click(await screen.findByRole("button", { name: "Remove the second factor" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove the second factor" }));
    await waitFor(() => expect(removed).toEqual(["removed"]));
  });
});

describe("asked again", () => {
  const keys: (string | null)[] = [];
  const proofs: unknown[] = [];

  async function makeKey(user: ReturnType<typeof renderApp>["user"]) {
    await user.click(await screen.findByRole("button", { name: "Create key" }));
    const dialog = await screen.findByRole("dialog", { name: "Create an API key" });
    await user.type(within(dialog).getByRole("textbox"), "Till");
    await user.click(within(dialog).getByRole("checkbox"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    return dialog;
  }

  function keysAreAsked() {
    keys.length = proofs.length = 0;
    let isConfirmed = false;
    server.use(
      http.get("*/api/user/9", () => HttpResponse.json(anAccount())),
      http.get("*/api/user/9/keys", () => HttpResponse.json({ items: [], ownerless: [], scopes: ["events"] })),
      http.post("*/api/user/9/keys", ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        if (!isConfirmed) return refusal(403, "confirm_identity", { confirm_by: ["code"] });
        return HttpResponse.json({ id: 4, key: "dk_whole_secret", prefix: "dk_whole_" }, { status: 201 });
      }),
      http.post("*/api/auth/confirmation", withBody(proofs, () => {
        isConfirmed = proofs.length > 1;
        return isConfirmed ? new HttpResponse(null, { status: 204 }) : refusal(403, "wrong_code");
      })),
    );
  }

  test("sends the same call once more, with its key, and nothing typed is lost", async () => {
    keysAreAsked();
    const { user } = renderApp("/accounts/9?tab=keys", { as: aHeadModerator({ cms_access: ["users"] }) });
    await makeKey(user);
    const asked = await screen.findByRole("dialog", { name: "Confirm that it is you" });
    await waitFor(() => expect(within(asked).getByRole("textbox", { name: /Code/ })).toHaveFocus());
    await user.keyboard("000000{Enter}");
    expect(await within(asked).findByRole("alert")).toHaveTextContent("That is not right.");
    await user.clear(within(asked).getByRole("textbox"));
    await user.type(within(asked).getByRole("textbox"), "123456{Enter}");
    expect(await screen.findByDisplayValue("dk_whole_secret")).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(proofs).toEqual([{ code: "000000" }, { code: "123456" }]);
  });

  test("leaves the dialog as it was for who does not confirm", async () => {
    keysAreAsked();
    const { user } = renderApp("/accounts/9?tab=keys", { as: aHeadModerator({ cms_access: ["users"] }) });
    const dialog = await makeKey(user);
    await screen.findByRole("dialog", { name: "Confirm that it is you" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Confirm that it is you" })).toBeNull());
    expect(within(dialog).getByRole("textbox")).toHaveValue("Till");
    expect(keys).toHaveLength(1);
  });
});

test("who must have a second factor sees nothing else until it is set up", async () => {
  server.use(
    offers,
    http.get("*/api/user/2/factors", () => HttpResponse.json({ ...NONE, required: true, offers_passkeys: false })),
  );
  renderApp("/reviews/banned-words", { as: aModerator({ owes_factor: true }) });
  expect(await screen.findByRole("heading", { level: 1, name: "Set up a second factor" })).toBeVisible();
  expect(await screen.findByRole("button", { name: "Set up one-time codes" })).toBeVisible();
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(screen.getByRole("button", { name: "Sign out" })).toBeVisible();
});
