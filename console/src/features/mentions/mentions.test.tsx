import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

import { aRow } from "@/testing/desk/factories";
import { aHeadModerator, aModerator } from "@/testing/factories";
import { withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const aMention = (id: number, text: string) => ({
  id,
  task_id: 41,
  queue: "escalated",
  subject: aRow(41).summary,
  page: "/review/7",
  action: "note",
  label: "",
  to: null,
  by: { id: 9, name: "Callum Frayne" },
  at: new Date().toISOString(),
  text,
});

describe("notes that name me", () => {
  test("stand on the dashboard with the way to their item, until I am done with them", async () => {
    const seen: string[] = [];
    server.use(
      http.get("*/api/mentions", () => HttpResponse.json([aMention(2, "Same author?"), aMention(1, "Please look.")])),
      http.delete("*/api/mentions/:id", withCall(seen, ({ params }) => String(params.id))),
    );
    const { user } = renderApp("/", { as: aHeadModerator() });
    expect(await screen.findByText("Same author?")).toBeVisible();
    expect(screen.getAllByText("Review 41")).toHaveLength(2);
    expect(screen.getAllByRole("link", { name: "Saltmarsh Veterinary Centre" })[0]).toHaveAttribute("href", "/reviews/escalated?item=41");
    await user.click(screen.getAllByRole("button", { name: "Mark as read" })[0] ?? document.body);
    await waitFor(() => expect(screen.queryByText("Same author?")).not.toBeInTheDocument());
    expect(screen.getByText("Please look.")).toBeVisible();
    await waitFor(() => expect(seen).toEqual(["2"]));
  });

  test("are five at first, people's words before what was moved, and are all read at once", async () => {
    const seen: string[] = [];
    const moved = [9, 8, 7, 6, 5, 4].map((id) => ({ ...aMention(id, ""), action: "unassign" }));
    server.use(
      http.get("*/api/mentions", () => HttpResponse.json(seen.length > 0 ? [] : [...moved, aMention(1, "Please look.")])),
      http.delete("*/api/mentions/:id", withCall(seen, ({ params }) => String(params.id))),
    );
    const { user } = renderApp("/", { as: aHeadModerator() });
    const card = within(await screen.findByRole("region", { name: "For you" }));
    expect(card.getAllByRole("listitem")).toHaveLength(5);
    expect(within(card.getAllByRole("listitem")[0] ?? document.body).getByText("Please look.")).toBeVisible();
    await user.click(card.getByRole("button", { name: "Show all 7" }));
    expect(card.getAllByRole("listitem")).toHaveLength(7);
    await user.click(card.getByRole("button", { name: "Show fewer" }));
    expect(card.getAllByRole("listitem")).toHaveLength(5);
    await user.click(card.getByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "For you" })).not.toBeInTheDocument());
    await waitFor(() => expect(seen).toEqual(["1", "9", "8", "7", "6", "5", "4"]));
  });

  test("lead to the page of what an item is about where its queue is closed to me", async () => {
    server.use(http.get("*/api/mentions", () => HttpResponse.json([aMention(2, "Same author?")])));
    renderApp("/", { as: aModerator() });
    expect(await screen.findByRole("link", { name: "Saltmarsh Veterinary Centre" })).toHaveAttribute("href", "/review/7");
  });

  test("tell whose decision its author's new words have undone", async () => {
    const undone = { ...aMention(3, ""), queue: "pending", action: "screen", by: null };
    server.use(http.get("*/api/mentions", () => HttpResponse.json([undone])));
    renderApp("/", { as: aModerator() });
    expect(await screen.findByText(/the earlier decision no longer applies/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Saltmarsh Veterinary Centre" })).toHaveAttribute("href", "/reviews/moderate?item=41");
  });

  test.each([
    [{ id: 2, name: "Marta Ellwood" }, "Callum Frayne assigned it to you"],
    [{ id: 9, name: "Callum Frayne" }, "Callum Frayne assigned it to themselves instead of you"],
    [{ id: 12, name: "Ada Byron" }, "Callum Frayne assigned it to Ada Byron instead of you"],
  ])("tell to whom an item was assigned: %j", async (to, sentence) => {
    server.use(http.get("*/api/mentions", () => HttpResponse.json([{ ...aMention(3, ""), action: "assign", to }])));
    renderApp("/", { as: aModerator() });
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  test("leave no card when there are none", async () => {
    server.use(http.get("*/api/mentions", () => HttpResponse.json([])));
    renderApp("/", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "Queues" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "For you" })).not.toBeInTheDocument();
  });
});
