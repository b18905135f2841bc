import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";

import { server } from "@/testing/server";

import "./words";
import { CompanyBeside } from "./company-beside";

test.each([
  [null, 0, "It has no reviews."],
  [null, 9, "No stars published, 9 reviews in all"],
  [4, 1, "4.0 stars published, 1 review in all"],
])("of a company with the rating %s and %d reviews it says “%s”", async (rating, reviews, sentence) => {
  server.use(
    http.get("*/api/company/7", () => HttpResponse.json({ rating, reviews })),
    http.get("*/api/reviews", () => HttpResponse.json({ items: [], next_cursor: null })),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CompanyBeside company={{ id: 7, name: "Tan & Daughters" }} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(sentence)).toBeVisible();
});
