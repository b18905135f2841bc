import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { aHeadModerator } from "@/testing/factories";
import { refusal, withBody } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

test("a one-time link sets the password and signs in", async () => {
  const sent: unknown[] = [];
  server.use(http.post("*/api/auth/password", withBody(sent, () => HttpResponse.json({ accessToken: "fresh-token", user: aHeadModerator() }))));
  const { user } = renderApp("/login#set=abc-DEF_1");
  expect(await screen.findByRole("heading", { name: "Set your password" })).toBeVisible();
  expect(await screen.findByText("ada@docket.example")).toBeVisible();
  const field = await screen.findByLabelText("New password");
  await user.type(field, "correct-horse-1");
  expect(field).toHaveAccessibleDescription(/At least 8 characters: yes.*An upper-case letter: not yet/);
  await user.clear(field);
  await user.type(field, "Correct-horse-1{Enter}");
  expect(await screen.findByText("Type the password once more.")).toBeVisible();
  expect(screen.getByLabelText("Confirm password")).toHaveFocus();
  await user.keyboard("Correct-horse");
  expect(screen.getByText("The two are not the same yet.")).toBeVisible();
  await user.keyboard("{Enter}");
  expect(await screen.findByText("The two passwords differ.")).toBeVisible();
  expect(sent).toEqual([]);
  await user.keyboard("-1{Enter}");
  expect(await screen.findByRole("button", { name: "Create" })).toBeVisible();
  expect(sent).toEqual([{ token: "abc-DEF_1", password: "Correct-horse-1" }]);
});

test("a weak password is named by its rules, and an ended link leads to another", async () => {
  const rule = "This password is too short.";
  server.use(http.post("*/api/auth/password", () => refusal(422, "invalid", { fields: { password: [rule] } }), { once: true }));
  const { user } = renderApp("/login#set=abc");
  const field = await screen.findByLabelText("New password");
  await user.type(field, "weak{Enter}");
  await user.keyboard("weak{Enter}");
  expect(await screen.findByText(rule)).toBeVisible();
  server.use(http.post("*/api/auth/password", () => refusal(409, "link_ended")));
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
  expect(screen.getByText(/Your password has not changed\.$/)).toBeVisible();
  expect(await screen.findByRole("button", { name: "Email me a link" })).toBeVisible();
});

test("a link that has ended says so at once, without a password", async () => {
  server.use(http.post("*/api/auth/link", () => refusal(409, "link_ended")));
  renderApp("/login#set=abc");
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
  expect(screen.queryByLabelText("New password")).not.toBeInTheDocument();
});

test("a forgotten password is answered alike for every address", async () => {
  const sent: unknown[] = [];
  server.use(http.post("*/api/auth/forgotten", withBody(sent, () => new HttpResponse(null, { status: 202 }))));
  const { user } = renderApp("/login");
  await user.click(await screen.findByRole("button", { name: "Forgotten password?" }));
  await screen.findByRole("button", { name: "Email me a link" });
  await user.type(screen.getByLabelText("Email address"), " ada@docket.example{Enter}");
  expect(await screen.findByText(/^If an account has this address, a link is on its way/)).toBeVisible();
  expect(sent).toEqual([{ email: "ada@docket.example" }]);
});

test("the link of a mail stops its kind of mail when its button is pressed, and not before", async () => {
  const sent: unknown[] = [];
  server.use(http.post("*/api/auth/notifications/stop", withBody(sent, () => HttpResponse.json({ notification: "due_soon" }))));
  const { user } = renderApp("/login#stop=9.due_soon~aB-_1");
  expect(await screen.findByRole("heading", { name: "Stop these mails" })).toBeVisible();
  const stop = await screen.findByRole("button", { name: "Stop mails of this kind" });
  expect(sent).toEqual([]);
  await user.click(stop);
  expect(await screen.findByText("Stopped. You get no further mails of this kind.")).toBeVisible();
  expect(sent).toEqual([{ token: "9.due_soon~aB-_1" }]);
});

test("a link of a mail that is cut off is refused with a sentence", async () => {
  server.use(http.post("*/api/auth/notifications/stop", () => refusal(409, "link_ended")));
  const { user } = renderApp("/login#stop=9.due");
  await user.click(await screen.findByRole("button", { name: "Stop mails of this kind" }));
  expect(await screen.findByText("This link is not complete. Open it from the mail again.")).toBeVisible();
});
