import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { RestrictionRequest } from "@/api/types";

import { RequestCard } from "./request-card";

const REQUEST: RestrictionRequest = {
  id: 4,
  review: 7,
  number: 2,
  ground: "not-a-customer",
  ground_title: "Not a customer",
  facts: "Nobody of that name was ever here.",
  contact: { name: "Olive Tan", email: "olive@tan.example", role: "Owner" },
  good_faith: true,
  asked_by: null,
  asked_with: "Tan & Sons",
  received_at: "2026-11-20T08:00:00Z",
  status: "open",
  ended_at: null,
};

test("a request tells its ground, its facts, who asks, and their statement", () => {
  render(<RequestCard request={REQUEST} />);
  const card = screen.getByRole("region", { name: "Request to restrict" });
  expect(card).toHaveTextContent("Not a customer");
  expect(card).toHaveTextContent("Nobody of that name was ever here.");
  expect(card).toHaveTextContent("Olive Tan, Owner, olive@tan.example");
  expect(card).toHaveTextContent("States in good faith that this is accurate and complete");
  expect(card).toHaveTextContent("sent in by Tan & Sons");
  expect(card).toHaveTextContent("Request 2 of at most 3");
});
