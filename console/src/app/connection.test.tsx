import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, describe, expect, test } from "vitest";

import { connection } from "@/lib/connection";
import { aModerator, aQueue } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

afterEach(() => void window.dispatchEvent(new Event("online")));

const away = [
  http.get("*/healthz", () => HttpResponse.error()),
  http.all("*/api/*", () => HttpResponse.error()),
];
const lose = () => {
  server.use(...away);
  act(() => void window.dispatchEvent(new Event("offline")));
};
const restore = async () => {
  server.use(http.get("*/healthz", () => HttpResponse.json({ database: "ok" })));
  await act(() => connection.check());
};
const said = (text: RegExp) => screen.findByText(text);

describe("a console without connection", () => {
  test.each(["/", "/reviews/moderate", "/reviews/classic", "/review/7"])("says so politely at %s, and when it is back", async (path) => {
    server.use(
      http.get("*/api/reviews", () => HttpResponse.json({ items: [], next_cursor: null, searched: null })),
      http.get("*/api/review/7", () => refusal(404, "not_found")),
    );
    renderApp(path, { as: aModerator() });
    await screen.findByRole("heading", { level: 1 });
    lose();
    const pill = await said(/^Offline since \d\d:\d\d/);
    expect(pill.closest("[role=status]")).toBeVisible();
    await restore();
    expect(await said(/^Connected again/)).toBeVisible();
  });

  test("ends what waits for its first answer in a sentence with a way to try again", async () => {
    renderApp("/", { as: aModerator() });
    server.use(http.get("*/api/queues", () => new Promise<never>(() => undefined)));
    await screen.findByRole("heading", { level: 1 });
    lose();
    const failed = await screen.findByRole("alert");
    expect(failed).toHaveTextContent("The server cannot be reached. This is loaded as soon as it answers.");
    expect(within(failed).getByRole("button", { name: "Try again" })).toBeEnabled();
    expect(failed).not.toHaveTextContent("refresh the page");
  });
});

describe("the cards of a dashboard that is opened without connection", () => {
  const CARDS = { "My work": "*/api/user/me/figures", "Items you escalated": "*/api/user/me/escalations", "For you": "*/api/mentions" };
  const card = (name: string) => screen.getByRole("region", { name });

  test.each(Object.entries(CARDS))("%s says that it could not be loaded, and comes by itself", async (name, path) => {
    let fail: (answer: Response) => void = () => undefined;
    server.use(http.get(path, () => new Promise<Response>((answer) => (fail = answer))));
    renderApp("/", { as: aModerator() });
    await screen.findByRole("heading", { level: 1 });
    lose();
    fail(HttpResponse.error());
    await waitFor(() =>
      expect(card(name)).toHaveTextContent("This could not be loaded. The server cannot be reached. This is loaded as soon as it answers."),
    );
    server.resetHandlers();
    await restore();
    await waitFor(() => expect(screen.queryByText(/This could not be loaded/)).not.toBeInTheDocument());
    if (name === "My work") expect(await screen.findByText("1 overdue", { selector: ".card-head *" })).toBeVisible();
    else expect(screen.queryByRole("heading", { name })).not.toBeInTheDocument(); // nothing to show
  });

  test("say so as well when the server fails, with a way to try again", async () => {
    server.use(http.get("*/api/user/me/figures", () => refusal(403, "forbidden")));
    const { user } = renderApp("/", { as: aModerator() });
    await waitFor(() => expect(card("My work")).toHaveTextContent("This could not be loaded."));
    server.resetHandlers();
    await user.click(within(card("My work")).getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("1 overdue", { selector: ".card-head *" })).toBeVisible();
  });
});

test("an error of the list stays until an answer succeeds, and so does its button with the focus", async () => {
  let fails = true;
  let asked = 0;
  server.use(
    http.get("*/api/queues/pending/tasks", () => {
      asked += 1;
      return fails ? HttpResponse.json({ code: "internal", message: "Failed." }, { status: 500 }) : undefined;
    }),
    http.get("*/api/queues", () => HttpResponse.json([aQueue()])),
  );
  const { user } = renderApp("/reviews/moderate", { as: aModerator() });
  const alert = await screen.findByRole("alert");
  const retry = within(alert).getByRole("button", { name: "Refresh the page" });
  const before = asked;
  await user.click(retry);
  await waitFor(() => expect(asked).toBeGreaterThan(before + 1)); // the retry by hand, and the next automatic one
  expect(retry).toBeInTheDocument();
  expect(retry).toHaveFocus();
  expect(screen.queryByRole("status", { name: "Loading" })).not.toBeInTheDocument();
  fails = false;
  expect(await screen.findByText("This queue is empty")).toBeVisible();
});

test("a server that is too busy for a command is said to be so until it takes it", async () => {
  const full = { code: "overloaded", message: "", retry_after: 1 };
  let tries = 0;
  server.use(
    http.get("*/api/queues", () => HttpResponse.json([aQueue()])),
    http.post("*/api/queues/pending/next", () => {
      tries += 1;
      return tries === 1 ? HttpResponse.json(full, { status: 503, headers: { "Retry-After": "1" } }) : new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderApp("/reviews/moderate", { as: aModerator() });
  await screen.findByText("This queue is empty");
  await user.keyboard("n");
  const badge = await said(/^The server is busy/);
  expect(badge).toHaveTextContent("The server is busy · 1 change waits to be sent");
  expect(badge.closest("[role=status]")).toBeVisible();
  await waitFor(() => expect(screen.getAllByText(/^No item is free in this queue/)).not.toEqual([]));
  await waitFor(() => expect(badge).not.toBeInTheDocument());
  expect(tries).toBe(2);
});
