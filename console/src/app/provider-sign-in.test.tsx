import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";

import { aModerator } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const BUTTON = { name: "Sign in with Example Ltd" };
const sent: unknown[] = [];

function offers(options: object) {
  server.use(
    http.get("*/api/auth/options", () =>
      HttpResponse.json({ registration: false, mail: true, password: true, provider: "Example Ltd", ...options }),
    ),
  );
}

beforeEach(() => {
  sent.length = 0;
  sessionStorage.clear();
  offers({});
  server.use(
    http.post("*/api/auth/provider/session", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ accessToken: "fresh-token", user: aModerator() });
    }),
  );
});

test("the page has a button for the provider only where one is set", async () => {
  const { user } = renderApp("/login");
  expect(await screen.findByRole("button", BUTTON)).toBeEnabled();
  expect(screen.getByLabelText("Password")).toBeVisible();
  server.use(http.post("*/api/auth/provider", () => refusal(503, "provider_away")));
  await user.type(screen.getByLabelText("Email address"), "half");
  await user.click(screen.getByRole("button", BUTTON));
  expect(await screen.findByText("The provider does not answer. Try again in a moment.")).toBeVisible();
  expect(screen.getByLabelText("Email address")).toHaveValue("half");
  expect(screen.getByRole("button", BUTTON)).toBeEnabled();
});

test("without one the page is as it was, and without passwords it has the button alone", async () => {
  offers({ provider: null });
  const first = renderApp("/login");
  expect(await screen.findByLabelText("Password")).toBeVisible();
  await waitFor(() => expect(first.client.isFetching()).toBe(0));
  expect(screen.queryByRole("button", { name: /^Sign in with/ })).toBeNull();
  offers({ password: false });
  await first.client.refetchQueries();
  expect(await screen.findByRole("button", BUTTON)).toBeVisible();
  expect(screen.queryByLabelText("Password")).toBeNull();
});

test("who comes back is signed in once, and opens what they came for; the code leaves the address", async () => {
  sessionStorage.setItem("signInFrom", JSON.stringify({ from: { pathname: "/reviews/banned-words", search: "?word=crook", hash: "" } }));
  const { place, router } = renderApp("/login#in=a-code_1");
  expect(await screen.findByRole("heading", { level: 1, name: "Banned words list" })).toBeVisible();
  expect(place()).toBe("/reviews/banned-words?word=crook");
  expect(router.state.location.hash).toBe("");
  expect(sent).toEqual([{ token: "a-code_1" }]);
  expect(localStorage.getItem("accessToken")).toBe("fresh-token");
  expect(sessionStorage.getItem("signInFrom")).toBeNull();
});

test("who has a second factor gives it, and opens what they came for", async () => {
  sessionStorage.setItem("signInFrom", JSON.stringify({ from: { pathname: "/reviews/banned-words", search: "", hash: "" } }));
  server.use(
    http.post("*/api/auth/provider/session", () =>
      HttpResponse.json({ pending: "half", ways: ["code"], expires_at: "2026-11-28T19:10:00Z" }, { status: 202 }),
    ),
    http.post("*/api/auth/second-factor", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ accessToken: "fresh-token", user: aModerator() });
    }),
  );
  const { user } = renderApp("/login#in=a-code_1");
  await user.type(await screen.findByLabelText("Code"), "123456");
  expect(localStorage.getItem("accessToken")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Banned words list" })).toBeVisible();
  expect(sent).toEqual([{ pending: "half", code: "123456" }]);
});

test("why the provider lets nobody in is a sentence, and the page works on", async () => {
  const { router } = renderApp("/login#refused=provider_unknown");
  expect(await screen.findByText(/^You have no account here, and none of your groups/)).toBeVisible();
  expect(screen.getByRole("alert")).toBeVisible();
  await waitFor(() => expect(router.state.location.hash).toBe(""));
  expect(screen.getByRole("button", BUTTON)).toBeEnabled();
  expect(sent).toEqual([]);
});

test("a code that has lapsed is told, and what is no code of ours has a sentence too", async () => {
  server.use(http.post("*/api/auth/provider/session", () => refusal(409, "sign_in_lapsed")));
  const { router } = renderApp("/login#in=old");
  expect(await screen.findByText(/^This sign-in was used before/)).toBeVisible();
  expect(await screen.findByRole("button", BUTTON)).toBeEnabled();
  expect(localStorage.getItem("accessToken")).toBeNull();
  expect(router.state.location.hash).toBe("");
});

test("whom the provider has signed out is told at the password", async () => {
  const { user } = renderApp("/login");
  await screen.findByRole("button", BUTTON);
  server.use(http.post("*/api/auth/login", () => refusal(403, "provider_needed")));
  await user.type(screen.getByLabelText("Email address"), "ada@docket.example");
  await user.type(screen.getByLabelText("Password"), "Correct-horse-1");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText(/^Example Ltd has ended your sessions\./)).toBeVisible();
});

test("a session that ends while somebody works is begun again by the provider in another tab", async () => {
  const { user } = renderApp("/", { as: aModerator() });
  await screen.findByRole("heading", { level: 1 });
  server.use(http.get("*/api/*", () => refusal(401, "unauthenticated")));
  offers({ password: false });
  await user.click(screen.getByRole("link", { name: /^Queued to publish/ }));
  const dialog = await screen.findByRole("dialog", { name: "Sign in again" });
  const link = await within(dialog).findByRole("link", { name: "Sign in with Example Ltd in another tab" });
  expect(link).toHaveAttribute("target", "_blank");
  expect(within(dialog).queryByLabelText("Password")).toBeNull();
});
