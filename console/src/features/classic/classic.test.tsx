import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

import type { CompanyReport, ReviewRow } from "@/api/types";
import { aCompany } from "@/testing/companies";
import { aModerator } from "@/testing/factories";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

function aRow(id: number, change: Partial<ReviewRow> = {}): ReviewRow {
  return {
    id,
    external_id: `wf-${id}`,
    title: `Review ${id}`,
    excerpt: "They came on time.",
    company: { id: 3, name: "Saltmarsh Veterinary Centre" },
    author_name: "Rowan Thackery",
    rating: 2,
    source: "google",
    status: "published",
    verified: true,
    flagged: 0,
    received_at: "2026-11-20T08:00:00Z",
    posted_at: null,
    moved_at: "2026-11-20T08:00:00Z",
    held_until: null,
    ...change,
  };
}

/** Serves rows, and returns a mock that records the queries. */
function serve(rows: ReviewRow[], nextCursor: string | null = null, searched: number | null = null) {
  const asked = vi.fn();
  server.use(
    http.get("*/api/reviews", ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked(query.toString());
      return query.has("cursor")
        ? HttpResponse.json({ items: [aRow(99)], next_cursor: null, searched: null })
        : HttpResponse.json({ items: rows, next_cursor: nextCursor, searched, matches: 1204 });
    }),
  );
  return asked;
}

describe("the table of all reviews", () => {
  test("shows each review with its story, its company, its source and where it stands", async () => {
    serve([aRow(7)]);
    renderApp("/reviews/classic", { as: aModerator() });
    const row = await screen.findByRole("row", { name: /Review 7/ });
    expect(within(row).getByRole("link", { name: "Review 7" })).toHaveAttribute("href", "/review/7");
    expect(within(row).getByRole("link", { name: "Saltmarsh Veterinary Centre" })).toHaveAttribute("href", "/reviews/3");
    expect(row).toHaveTextContent("Google review");
    expect(row).toHaveTextContent("Published");
  });

  test("a rejection that is held says so, and until when", async () => {
    const until = "2026-11-20T09:15:00Z";
    serve([aRow(7, { status: "rejected", held_until: until }), aRow(8, { status: "rejected" })]);
    renderApp("/reviews/classic", { as: aModerator() });
    expect(await screen.findByRole("row", { name: /Review 7/ })).toHaveTextContent(/RejectedHeld until .*\d\d:15/);
    expect(screen.getByRole("row", { name: /Review 8/ })).not.toHaveTextContent(/Held/);
  });

  test("what was withdrawn has another sign than what waits", async () => {
    serve([aRow(7, { status: "withdrawn" }), aRow(8, { status: "pending" })]);
    renderApp("/reviews/classic", { as: aModerator() });
    const row = await screen.findByRole("row", { name: /Review 7/ });
    expect(within(row).getByText("Withdrawn")).not.toHaveClass("hollow");
    expect(within(screen.getByRole("row", { name: /Review 8/ })).getByText("Pending")).toHaveClass("hollow");
  });

  test("a filter that narrows the rows looks so", async () => {
    serve([aRow(7)]);
    renderApp("/reviews/classic?rating=2", { as: aModerator() });
    expect(await screen.findByRole("combobox", { name: "Stars" })).toHaveAttribute("data-on");
    expect(screen.getByRole("combobox", { name: "Status" })).not.toHaveAttribute("data-on");
  });

  test.each([
    ["Rejected", "status=rejected"],
    ["Restricted", "status=restricted"],
    ["Recently made live", "status=published&sort=moved"],
    ["NHS holding bay", "status=pending&source=nhs"],
    ["NHS published", "status=published&source=nhs"],
    ["NHS rejected", "status=rejected&source=nhs"],
  ])("has the named list %s", async (name, query) => {
    serve([aRow(7)]);
    renderApp("/reviews/classic", { as: aModerator() });
    expect(await screen.findByRole("link", { name })).toHaveAttribute("href", `/reviews/classic?${query}`);
  });

  test("asks for what the address says, and marks its named list", async () => {
    const asked = serve([aRow(7)]);
    renderApp("/reviews/classic?status=published&source=nhs", { as: aModerator() });
    expect(await screen.findByRole("link", { name: "NHS published" })).toHaveAttribute("aria-current", "page");
    expect(asked).toHaveBeenCalledWith("status=published&source=nhs&sort=received&direction=desc");
    expect(await screen.findByText("1,000+ match the filters")).toBeVisible();
  });

  test("is ordered by a column's head, and turned round by it", async () => {
    const asked = serve([aRow(7)]);
    renderApp("/reviews/classic", { as: aModerator() });
    const head = await screen.findByRole("button", { name: "Stars" });
    await userEvent.click(head);
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith("sort=rating&direction=desc"));
    await userEvent.click(screen.getByRole("button", { name: "Stars" }));
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith("sort=rating&direction=asc"));
    expect(screen.getByRole("columnheader", { name: "Stars" })).toHaveAttribute("aria-sort", "ascending");
  });

  test.each(["q=ring", "flagged=true"])("looks further for %s when a part of the reviews has none", async (query) => {
    serve([], "further", 20_000);
    renderApp(`/reviews/classic?${query}`, { as: aModerator() });
    expect(await screen.findByText("No review found in the part searched so far.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Search older reviews" }));
    expect(await screen.findByRole("link", { name: "Review 99" })).toBeVisible();
  });

  test("says when nothing fits, and when it did not come", async () => {
    serve([]);
    renderApp("/reviews/classic?status=restricted", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "No review matches these filters" })).toBeVisible();
    server.use(http.get("*/api/reviews", () => HttpResponse.json({ code: "x", message: "x" }, { status: 422 })));
    await userEvent.click(screen.getByRole("button", { name: "Clear the filters" }));
    expect(await screen.findByRole("heading", { name: "Could not load the reviews" })).toBeVisible();
  });

  test("shows the columns that are chosen, also the next time", async () => {
    serve([aRow(7)]);
    renderApp("/reviews/classic", { as: aModerator() });
    await userEvent.click(await screen.findByLabelText("Columns", { selector: "summary" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "External ID" }));
    expect(screen.getByRole("columnheader", { name: "External ID" })).toBeVisible();
    expect(localStorage.getItem("classic-columns")).toContain("external");
  });

  test("is narrowed by words while they are typed, and so is its file", async () => {
    const asked = serve([aRow(7)]);
    const exported = vi.fn();
    server.use(
      http.get("*/api/reviews/export", ({ request }) => {
        exported(new URL(request.url).searchParams.get("q"));
        return HttpResponse.text("id", { headers: { "Content-Type": "text/csv" } });
      }),
    );
    URL.createObjectURL = vi.fn(() => "blob:file");
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const { place } = renderApp("/reviews/classic?rating=2", { as: aModerator() });
    const field = await screen.findByRole("searchbox", { name: "Words in title or text" });
    await userEvent.type(field, "late ");
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith("rating=2&q=late&sort=received&direction=desc"));
    expect(place()).toBe("/reviews/classic?rating=2&q=late");
    expect(field).toHaveFocus();
    expect(field).toHaveValue("late ");
    fireEvent.change(field, { target: { value: "late twice" } });
    fireEvent.click(screen.getByRole("button", { name: "Export CSV" })); // before the pause after the last letter
    await waitFor(() => expect(exported).toHaveBeenCalledWith("late twice"));
    await waitFor(() => expect(place()).toBe("/reviews/classic?rating=2&q=late+twice"));
    await userEvent.click(screen.getByRole("button", { name: "Clear the filters" }));
    await waitFor(() => expect(place()).toBe("/reviews/classic"));
    expect(field).toHaveValue("");
  });

  test("is saved as a file, and says when the file is cut", async () => {
    serve([aRow(7)]);
    server.use(
      http.get("*/api/reviews/export", () =>
        HttpResponse.text("id\r\n7\r\n", { headers: { "Content-Type": "text/csv", "Docket-Cut-At": "50000" } }),
      ),
    );
    URL.createObjectURL = vi.fn(() => "blob:file");
    URL.revokeObjectURL = vi.fn();
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    renderApp("/reviews/classic", { as: aModerator() });
    await userEvent.click(await screen.findByRole("button", { name: "Export CSV" }));
    expect(await screen.findByText(/first 50,000 rows/)).toBeVisible();
    expect(click).toHaveBeenCalledOnce();
  });
});

describe("a company", () => {
  const report: CompanyReport = {
    ...aCompany,
    name: "Saltmarsh Veterinary Centre",
    by_stars: [{ rating: 5, reviews: 9 }, { rating: null, reviews: 1 }],
    ageing: [{ rating: 2, waiting: 1, oldest_at: "2026-11-20T08:00:00Z", average_at: "2026-11-20T08:00:00Z" }, { rating: 1, waiting: 3, oldest_at: "2026-11-20T08:00:00Z", average_at: "2026-11-20T08:00:00Z" }],
    requests_by_stars: [{ rating: 1, requests: 4, open: 1, decided: 3, refused: 2, refused_share: 0.667 }],
  };

  test("shows its figures, and its reviews below them", async () => {
    const asked = serve([aRow(7)]);
    let answer: (found: Response) => void = () => undefined;
    server.use(http.get("*/api/company/31", () => new Promise<Response>((resolve) => (answer = resolve))));
    renderApp("/reviews/31", { as: aModerator() });
    // everything above the list has its place before the figures arrive
    expect(await screen.findByRole("link", { name: "Overview" })).toBeVisible();
    expect(screen.getByText("declined, of those decided")).toBeVisible();
    answer(HttpResponse.json(report));
    expect(await screen.findByRole("heading", { level: 1, name: "Saltmarsh Veterinary Centre" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Reviews" })).toHaveAttribute("aria-current", "page");
    expect(screen.getByRole("link", { name: "Overview" })).toHaveAttribute("href", "/company/31");
    const cellsOf = async (stars: number) => {
      const table = within(await screen.findByRole("table", { name: "By stars" }));
      const row = (await table.findByRole("img", { name: `${stars} out of 5 stars` })).closest("tr") ?? document.body;
      return within(row).getAllByRole("cell").map((cell) => cell.textContent).filter(Boolean); // the bar has no words
    };
    await waitFor(async () => expect((await cellsOf(1)).toSpliced(2, 2)).toEqual(["0", "3", "4", "2", "67%"]));
    // one clock for both: with one item, average and oldest are equal; a count of none is 0
    for (const stars of [1, 2]) {
      const [, , oldest, average] = await cellsOf(stars);
      expect(average).toBe(oldest);
    }
    expect((await cellsOf(2)).toSpliced(2, 2)).toEqual(["0", "1", "0", "0", "–"]);
    expect(await cellsOf(3)).toEqual(["0", "0", "–", "–", "0", "0", "–"]);
    expect(screen.getByText("declined, of those decided").previousSibling).toHaveTextContent("67%");
    expect(screen.getByText("No stars").closest("tr")).toHaveTextContent("No stars1");
    expect(screen.getByText(/^Waiting includes 1 request to restrict a published review/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Pending 3" })).toHaveAttribute("href", "/reviews/31?status=pending");
    expect(await screen.findByRole("link", { name: "Review 7" })).toBeVisible();
    expect(asked).toHaveBeenCalledWith("sort=received&direction=desc&company=31");
    cleanup();
    const none = { ...report.requests, requests: 0, open: 0, decided: 0, refused: 0, refused_share: null };
    server.use(http.get("*/api/company/31", () => HttpResponse.json({ ...report, requests: none, requests_by_stars: [] })));
    renderApp("/reviews/31", { as: aModerator() });
    expect((await screen.findByText("requests to restrict")).previousSibling).toHaveTextContent("0");
    expect(screen.queryByRole("columnheader", { name: "Share declined" })).not.toBeInTheDocument();
    expect(screen.getByText("declined, of those decided").previousSibling).toHaveTextContent("–");
  });

  test("that is not there says so", async () => {
    serve([]);
    server.use(http.get("*/api/company/31", () => HttpResponse.json({ code: "not_found", message: "x" }, { status: 404 })));
    renderApp("/reviews/31", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "There is no such company" })).toBeVisible();
    expect(screen.getByText(/^No company has the number 31\./)).toBeVisible();
    const links = within(screen.getByRole("main")).getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([
      ["Open review 31", "/review/31"],
      ["All reviews", "/reviews/classic"],
      ["Queues", "/"],
    ]);
  });
});
