import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeAll, describe, expect, test } from "vitest";

import { connection } from "@/lib/connection";
import { aModerator } from "@/testing/factories";
import { aDesk } from "@/testing/desk/desk-server";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

beforeAll(giveRoom);
afterEach(() => void window.dispatchEvent(new Event("online")));

const WAITS = "The server cannot be reached. The item can be taken when it answers.";
const lose = () => {
  server.use(http.get("*/healthz", () => HttpResponse.error()), http.all("*/api/*", () => HttpResponse.error()));
  act(() => void window.dispatchEvent(new Event("offline")));
};
const restore = async (desk: ReturnType<typeof aDesk>) => {
  server.use(...desk.handlers, http.get("*/healthz", () => HttpResponse.json({ database: "ok" })));
  await act(() => connection.check());
};

async function openWithoutConnection() {
  const app = await openDesk(aDesk([4, 6]));
  await heading("Review 4");
  lose();
  await screen.findByText(/^Offline since/);
  return app;
}

describe("while the server cannot be reached", () => {
  test("an item cannot be taken: the button says why, and taking it says so at once", async () => {
    const { desk, user } = await openWithoutConnection();
    const take = screen.getByRole("button", { name: "Take it" });
    expect(take).toHaveAttribute("aria-disabled", "true");
    expect(take).toHaveAccessibleDescription("The item can be taken when the server answers.");
    expect(screen.getByText("No connection.")).toBeVisible();
    await user.keyboard("{Enter}");
    const item = screen.getByRole("article", { name: "Open item" });
    expect(await within(item).findByText("The item could not be taken")).toBeVisible();
    expect(within(item).getByText(WAITS)).toBeVisible();
    expect(desk.sent("PUT", "/lock")).toEqual([]);

    await restore(desk);
    await waitFor(() => expect(screen.queryByText("The item could not be taken")).not.toBeInTheDocument());
    await user.click(screen.getByRole("button", { name: "Take it" }));
    expect(await screen.findByRole("timer")).toBeVisible();
  });

  test("what would be decided at once is not bright, and says why it is not", async () => {
    const { desk, user } = await openWithoutConnection();
    const approve = screen.getByRole("button", { name: "Approve" });
    expect(approve).toHaveAttribute("aria-disabled", "true");
    expect(approve).not.toHaveClass("btn-primary");
    await user.click(approve);
    expect(await screen.findByText("The item can be taken when the server answers.", { selector: ".stopped" })).toBeVisible();
    await restore(desk);
    await waitFor(() => expect(screen.getByRole("button", { name: "Approve" })).toHaveClass("btn-primary"));
    expect(desk.sent("POST", "/decision")).toEqual([]);
  });

  test("nor can the next free item, and nothing is taken later by surprise", async () => {
    const { desk, user } = await openWithoutConnection();
    const next = screen.getByRole("button", { name: "Next free item" });
    expect(next).toHaveAttribute("aria-disabled", "true");
    expect(next).toHaveAccessibleDescription("Items can be taken when the server answers.");
    await user.click(next);
    expect(await screen.findByText("The next item can be taken when it answers.")).toBeVisible();

    await restore(desk);
    await waitFor(() => expect(next).not.toHaveAttribute("aria-disabled"));
    expect(screen.queryByText("The next item can be taken when it answers.")).not.toBeInTheDocument();
    expect(desk.sent("POST", "/next")).toEqual([]);
  });

  test("a form can be filled in, and takes the item with the first letter after the connection is back", async () => {
    const { desk, user } = await openWithoutConnection();
    await user.keyboard("r");
    const facts = await screen.findByRole("textbox", { name: /facts/i });
    await user.type(facts, "It names a street");
    expect(screen.queryByText("The item could not be taken")).not.toBeInTheDocument();
    await restore(desk);
    await user.type(facts, " that does not exist.");
    expect(await screen.findByRole("timer")).toBeVisible();
    expect(facts).toHaveValue("It names a street that does not exist.");
  });

  test("the dashboard takes nothing either", async () => {
    const taken: string[] = [];
    server.use(
      http.post("*/api/queues/:queue/next", () => {
        taken.push("next");
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderApp("/", { as: aModerator() });
    const take = await screen.findByRole("button", { name: "Take the next item" });
    await waitFor(() => expect(take).toBeEnabled());
    lose();
    await waitFor(() => expect(take).toHaveAttribute("aria-disabled", "true"));
    expect(take).toHaveAccessibleDescription("The server cannot be reached. The next item can be taken when it answers.");
    await user.keyboard("n");
    await user.click(take);
    expect(take).not.toHaveAttribute("aria-busy");
    expect(taken).toEqual([]);
  });
});
