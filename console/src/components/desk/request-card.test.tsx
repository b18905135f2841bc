import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";

import type { RestrictionRequest } from "@/api/types";
import { refusal, withCall } from "@/testing/handlers";
import { server } from "@/testing/server";

import { RequestCard } from "./request-card";

const REQUEST: RestrictionRequest = {
  id: 4,
  review: 7,
  number: 2,
  ground: "not-a-customer",
  ground_title: "Not a customer",
  facts: "Nobody of that name was ever here.",
  contact: { name: "Olive Tan", email: "o…@tan.example", role: "Owner" },
  good_faith: true,
  asked_by: null,
  asked_with: "Tan & Sons",
  received_at: "2026-11-20T08:00:00Z",
  status: "open",
  ended_at: null,
};

beforeEach(() => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RequestCard request={REQUEST} />
    </QueryClientProvider>,
  );
});

test("a request tells its ground, its facts, who asks, and their statement", () => {
  const card = screen.getByRole("region", { name: "Request to restrict" });
  expect(card).toHaveTextContent("Not a customer");
  expect(card).toHaveTextContent("Nobody of that name was ever here.");
  expect(card).toHaveTextContent("Olive Tan, Owner, o…@tan.example");
  expect(card).toHaveTextContent("States in good faith that this is accurate and complete");
  expect(card).toHaveTextContent("sent in by Tan & Sons");
  expect(card).toHaveTextContent("Request 2 of at most 3");
});

test("the full address is read by a press, with one entry in the audit log", async () => {
  const asked: string[] = [];
  server.use(
    http.post("*/api/restriction-requests/:id/contact", withCall(asked, ({ params, request }) => `${String(params.id)} ${request.headers.has("Idempotency-Key")}`, () =>
      HttpResponse.json({ email: "olive@tan.example" }),
    )),
  );
  const button = screen.getByRole("button", { name: "Show the address" });
  expect(button).toHaveAttribute("title", "It is recorded that you read it.");
  await userEvent.click(button);
  expect(await screen.findByRole("link", { name: "olive@tan.example" })).toHaveAttribute("href", "mailto:olive@tan.example");
  expect(asked).toEqual(["4 true"]);
});

test("an address that could not be read stays masked", async () => {
  server.use(http.post("*/api/restriction-requests/:id/contact", () => refusal(404, "not_found")));
  await userEvent.click(screen.getByRole("button", { name: "Show the address" }));
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.getByText("o…@tan.example")).toBeVisible();
});
