import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";

import { aModerator } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const sent: unknown[] = [];
let asked = 0;

beforeEach(() => {
  sent.length = asked = 0;
  server.use(
    http.get("*/api/auth/options", () => HttpResponse.json({ registration: true, mail: true, password: true, provider: null })),
    http.get("*/api/user/me", () => {
      asked += 1;
      return HttpResponse.json(aModerator({ cms_access: [] }));
    }),
    http.post("*/api/users", async ({ request }) => {
      sent.push(await request.json());
      const user = aModerator({ name: { full: "Ada King", first: "Ada", last: "King" }, email: "ada@docket.example", cms_access: [] });
      return HttpResponse.json({ ...user, token: "fresh-token" }, { status: 201 });
    }),
  );
});

async function openForm() {
  const app = renderApp("/login");
  await app.user.click(await screen.findByRole("button", { name: "Create an account" }));
  expect(await screen.findByRole("heading", { name: "Create an account" })).toBeVisible();
  await waitFor(() => expect(document.activeElement).toBeInstanceOf(HTMLInputElement));
  return app;
}

test("an account is created by name, email and password; the answer is the user, and the welcome screen follows", async () => {
  const { user } = await openForm();
  await user.keyboard("Ada King{Tab}ada@docket.example{Tab}");
  expect(screen.getByText("At least 8 characters: not yet")).toBeInTheDocument();
  await user.keyboard("Correct");
  expect(screen.getByText("An upper-case letter: yes")).toBeInTheDocument();
  expect(screen.getByText("At least 8 characters: not yet")).toBeInTheDocument();
  await user.keyboard("-horse-1");
  expect(screen.getByText("At least 8 characters: yes")).toBeInTheDocument();
  const before = asked;
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "Welcome to Docket" })).toBeVisible();
  expect(screen.getByText("Signed in as ada@docket.example")).toBeVisible();
  await waitFor(() => expect(screen.getByText(/an administrator or a head moderator has to give you access/)).toBeVisible());
  expect(sent).toEqual([{ name: "Ada King", email: "ada@docket.example", password: "Correct-horse-1" }]);
  expect(localStorage.getItem("accessToken")).toBe("fresh-token");
  expect(before).toBe(0);
});

test("what is missing or refused stands at its field, and what was typed stays", async () => {
  const { user } = await openForm();
  await user.click(screen.getByRole("button", { name: "Create account" }));
  for (const sentence of ["Enter your name.", "Enter your email address.", "Enter your password."])
    expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveFocus();
  expect(sent).toEqual([]);
  await user.keyboard("Ada{Tab}nobody{Tab}weak");
  server.use(
    http.post("*/api/users", () => refusal(422, "invalid", { fields: { email: ["not an address"], password: ["Too short."] } }), {
      once: true,
    }),
  );
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Invalid email address")).toBeVisible();
  expect(screen.getByText("Too short.")).toBeVisible();
  expect(screen.getByLabelText("Email address")).toHaveValue("nobody");
  server.use(http.post("*/api/users", () => refusal(409, "email_taken"), { once: true }));
  await user.keyboard("{Enter}");
  expect(await screen.findByText("An account with this email address exists.")).toBeVisible();
  server.use(http.post("*/api/users", () => refusal(500, "unknown")));
  await user.keyboard("{Enter}");
  expect(await screen.findByText(/^An unknown error occurred\. Please try again\./)).toBeVisible();
  expect(screen.getByLabelText("Password")).toHaveValue("weak");
  server.use(http.post("*/api/users", () => refusal(403, "registration_closed")));
  await user.keyboard("{Enter}");
  expect(await screen.findByText(/^Registration is closed/)).toBeVisible();
});

test("where registration is closed nothing offers it", async () => {
  let answered = false;
  server.use(
    http.get("*/api/auth/options", () => {
      answered = true;
      return HttpResponse.json({ registration: false });
    }),
  );
  renderApp("/login");
  await screen.findByRole("button", { name: "Forgotten password?" });
  await waitFor(() => expect(answered).toBe(true));
  expect(screen.queryByRole("button", { name: "Create an account" })).not.toBeInTheDocument();
});
