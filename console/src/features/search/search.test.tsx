import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

import type { SearchGroup, SearchItem, SearchPage } from "@/api/types";
import { aHeadModerator, aModerator } from "@/testing/factories";
import { withQuery } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

function anItem(id: number, change: Partial<SearchItem> = {}): SearchItem {
  return {
    id,
    title: `Review ${id}`,
    subtitle: "Quayle Street Dental · Rowan",
    path: `/review/${id}`,
    highlights: [],
    status: "published",
    rating: 2,
    source: "wf",
    at: "2026-11-20T08:00:00Z",
    published: null,
    ...change,
  };
}

/** A group of results of one kind. */
function found(items: SearchItem[] = [anItem(7)]) {
  return { type: "reviews" as const, items, total: items.length, total_is_exact: true, searched: null, in_time: true };
}

const aGroup = (change: Partial<SearchGroup> = {}): SearchGroup => ({ ...found(change.items), more: false, ...change });
const aPage = (change: Partial<SearchPage> = {}): SearchPage => ({ ...found(change.items), next_cursor: null, took_ms: 7, ...change });

const QUAYLE = anItem(3, {
  title: "Quayle Street Dental",
  subtitle: "Whitby · HS-1",
  path: "/company/3",
  highlights: [{ field: "name", text: "Quayle Street Dental", marks: [[0, 6]] }],
  status: "open",
  rating: null,
  source: null,
  at: null,
  published: { reviews: 204, rating: 4.56 },
});

/**
 * Answers each search with these groups (a search of one kind with the first group); returns the parameters of all
 * searches.
 */
function serve(...groups: SearchGroup[]): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("*/api/search", ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return HttpResponse.json(query.get("type") === "everything" ? { groups, took_ms: 18 } : aPage(groups[0]));
    }),
  );
  return asked;
}

const bar = () => screen.getByRole("searchbox", { name: "Search" });

describe("the page of results", () => {
  test("shows a card for each kind, with its total, and each result with its page", async () => {
    serve(aGroup({ type: "companies", items: [QUAYLE] }), aGroup({ total: 1_000, total_is_exact: false, more: true }));
    renderApp("/search?term=quayle&type=everything", { as: aModerator() });
    expect(await screen.findByRole("heading", { level: 1, name: "Results for “quayle”" })).toBeVisible();
    const companies = within(await screen.findByRole("region", { name: "Companies" }));
    const link = companies.getByRole("link", { name: "Quayle Street Dental" });
    expect(link).toHaveAttribute("href", "/company/3?found=quayle");
    expect(within(link).getByText("Quayle").tagName).toBe("MARK");
    expect(companies.getByRole("link", { name: "Its reviews and tickets" })).toHaveAttribute("href", "/search?term=company%3A3&type=everything");
    expect(companies.getByText("from 204", { exact: false })).toHaveTextContent("4.6 from 204");
    const tabs = within(screen.getByRole("navigation", { name: "What is searched" }));
    expect(tabs.getAllByRole("link").map((tab) => tab.textContent)).toEqual([
      ...["Everything1,001+", "Companies1", "HSOne ID0"],
      ...["WF Reviews1,000+", "Google Reviews0"],
    ]);
    const reviews = within(screen.getByRole("region", { name: "WF Reviews" }));
    expect(reviews.getByText("more than 1,000")).toBeVisible();
    expect(reviews.getByText("Published")).toBeVisible();
    expect(reviews.getByRole("link", { name: "Show all: WF Reviews" })).toHaveAttribute("href", "/search?term=quayle&type=reviews");
  });

  test("names the source of each review of others, whose kind has the name of one of them", async () => {
    serve(aGroup({ items: [anItem(1)] }), aGroup({ type: "third-party-reviews", items: [anItem(8, { source: "nhs" }), anItem(9, { source: "google" })] }));
    renderApp("/search?term=quayle&type=everything", { as: aModerator() });
    const others = within(await screen.findByRole("region", { name: "Google Reviews" }));
    expect(others.getAllByRole("listitem").map((row) => /(NHS|Google|WF) review/.exec(row.textContent)?.[0])).toEqual(["NHS review", "Google review"]);
    expect(within(screen.getByRole("region", { name: "WF Reviews" })).queryByText("WF review")).toBeNull();
  });

  test("says how many results there are, and how long the server took", async () => {
    serve(aGroup({ type: "companies", items: [QUAYLE] }));
    renderApp("/search?term=quayle&type=everything", { as: aModerator() });
    expect(await screen.findByText("1 result in 18 ms")).toBeInTheDocument();
  });

  test("saves the companies as a file, for holders of organisation", async () => {
    const asked: string[] = [];
    server.use(http.get("*/api/companies/export", withQuery(asked, () => new HttpResponse("id,name", { headers: { "Content-Type": "text/csv" } }))));
    serve(aGroup({ type: "companies", items: [QUAYLE] }));
    const { user } = renderApp("/search?term=quayle&type=companies", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await waitFor(() => expect(asked).toEqual(["?term=quayle"]));
  });

  test.each(["companies", "reviews"] as const)("offers no file of %s to others", async (type) => {
    serve(aGroup({ type, items: [QUAYLE] }));
    renderApp(`/search?term=quayle&type=${type}`, { as: type === "companies" ? aModerator() : aHeadModerator() });
    expect(await screen.findByRole("region", { name: "Search results" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Export" })).not.toBeInTheDocument();
  });

  test("reads nothing of a text as markup, and marks by characters", async () => {
    const text = "😀 <b>loud</b> music";
    serve(aGroup({ items: [anItem(7, { highlights: [{ field: "message", text, marks: [[5, 9]] }] })] }));
    renderApp("/search?term=loud&type=reviews", { as: aModerator() });
    const found = await screen.findByText("loud");
    expect(found.tagName).toBe("MARK");
    expect(found.closest("p")).toHaveTextContent("Message: 😀 <b>loud</b> music");
  });

  test("shows further pages, and says how far it looked for very frequent words", async () => {
    const asked: string[] = [];
    server.use(
      http.get("*/api/search", ({ request }) => {
        const cursor = new URL(request.url).searchParams.get("cursor") ?? "";
        asked.push(cursor);
        return HttpResponse.json(
          cursor ? aPage({ items: [anItem(6)] }) : aPage({ searched: 3_000, total_is_exact: false, next_cursor: "next" }),
        );
      }),
    );
    const { user } = renderApp("/search?term=the+staff&type=reviews", { as: aModerator() });
    expect(await screen.findByText(/the newest 3,000 were searched/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Search further back" }));
    expect(await screen.findByRole("link", { name: "Review 6" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Review 7" })).toBeVisible();
    expect(asked).toEqual(["", "next"]);
  });

  test("opens with the focus on the result that one was at, also on a later page, when one comes back or reloads", async () => {
    const asked: string[] = [];
    server.use(
      http.get("*/api/search", ({ request }) => {
        const cursor = new URL(request.url).searchParams.get("cursor") ?? "";
        asked.push(cursor);
        return HttpResponse.json(cursor ? aPage({ items: [anItem(6), anItem(5)] }) : aPage({ next_cursor: "next" }));
      }),
    );
    const { user, router, place } = renderApp("/search?term=quayle&type=reviews", { as: aModerator() });
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await user.click(await screen.findByRole("link", { name: "Review 6" }));
    await waitFor(() => expect(place()).toBe("/review/6"));
    await router.navigate(-1);
    await waitFor(() => expect(screen.getByRole("link", { name: "Review 6" })).toHaveFocus());
    const address = place();
    expect(address).toBe("/search?term=quayle&type=reviews&at=reviews-6");
    cleanup();

    asked.length = 0;
    renderApp(address, { as: aModerator() });
    await waitFor(() => expect(screen.getByRole("link", { name: "Review 6" })).toHaveFocus());
    expect(asked).toEqual(["", "next"]);
  });

  test("of everything opens with the focus on the result that one was at", async () => {
    serve(aGroup({ type: "companies", items: [QUAYLE] }), aGroup({ items: [anItem(3), anItem(8)] }));
    renderApp("/search?term=quayle&type=everything&at=reviews-3", { as: aModerator() });
    await waitFor(() => expect(screen.getByRole("link", { name: "Review 3" })).toHaveFocus());
  });

  test("says where a search was ended because it took too long", async () => {
    serve(aGroup({ items: [], total: 0, in_time: false }));
    renderApp("/search?term=slow&type=everything", { as: aModerator() });
    expect(await screen.findByText(/took too long/)).toBeVisible();
  });

  test("says that nothing was found, and that a person may not open a kind", async () => {
    const asked = serve();
    const { router } = renderApp("/search?term=quayle&type=everything", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "Nothing found" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Users" })).not.toBeInTheDocument();
    const before = asked.length;
    await router.navigate("/search?term=quayle&type=accounts");
    expect(await screen.findByRole("heading", { name: "Your account may not open these results" })).toBeVisible();
    expect(asked).toHaveLength(before);
  });

  test("asks what to look for without a term, and searches everything for a wrong type", async () => {
    const asked = serve(aGroup());
    const { router } = renderApp("/search", { as: aHeadModerator() });
    expect(await screen.findByText("Name, number, email or words")).toBeVisible();
    expect(screen.queryByRole("banner")?.querySelector(".search-button") ?? null).toBeNull();
    expect(await screen.findByRole("link", { name: "Companies" })).toHaveAttribute("href", "/search?term=&type=companies");
    await router.navigate("/search?term=quayle&type=nonsense");
    expect(await screen.findByRole("region", { name: "WF Reviews" })).toBeVisible();
    expect(asked.map((query) => query.get("type"))).toEqual(["everything"]);
  });

  test("has its form in the page, with the focus, to which an example of what narrows a search is added", async () => {
    serve();
    const { user, place } = renderApp("/search", { as: aModerator() });
    const field = await screen.findByRole("searchbox", { name: "Search" });
    expect(screen.getByRole("main")).toContainElement(field);
    expect(field).toHaveFocus();
    expect(field).not.toHaveAttribute("aria-controls"); // without a list there is nothing to control
    expect(field).toHaveAttribute("placeholder", "Enter your search term here...");
    await user.type(field, "quayle");
    await user.click(screen.getByRole("button", { name: "stars:1..2 with one or two stars" }));
    expect(field).toHaveValue("quayle stars:1..2");
    expect(field).toHaveFocus();
    await user.click(await screen.findByRole("combobox", { name: "What to search" }));
    await user.click(screen.getByRole("option", { name: "WF Reviews" }));
    await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Search" }));
    await waitFor(() => expect(place()).toBe("/search?term=quayle+stars%3A1..2&type=reviews"));
  });

  test("offers the last terms beside it, and `/` leads into its field", async () => {
    serve(aGroup());
    const { user, router, place } = renderApp("/search?term=quayle&type=everything", { as: aModerator() });
    await screen.findByRole("region", { name: "WF Reviews" });
    await router.navigate("/search");
    const again = within(await screen.findByRole("region", { name: "Recent searches" })).getByRole("link", { name: "quayle" });
    again.focus();
    await user.keyboard("/");
    expect(bar()).toHaveFocus();
    expect(screen.queryByRole("option", { name: "quayle" })).not.toBeInTheDocument();
    await user.click(again);
    await waitFor(() => expect(place()).toBe("/search?term=quayle&type=everything"));
  });
});

describe("the search bar", () => {
  test("shows results while a term is typed; arrows mark one, and Enter opens it and closes the bar", async () => {
    const asked = serve(aGroup({ type: "companies", items: [QUAYLE] }), aGroup());
    const { user, place } = renderApp("/", { as: aModerator() });
    await screen.findByRole("heading", { name: "Queues" });
    await user.keyboard("/");
    await user.type(bar(), "quayle");
    expect(await screen.findByRole("option", { name: /^Quayle Street Dental/ })).toBeVisible();
    await waitFor(() => expect(asked.at(-1)?.get("term")).toBe("quayle"));
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
    const first = screen.getByRole("option", { name: /^Quayle Street Dental/ });
    expect(first).toHaveAttribute("aria-selected", "true");
    expect(bar()).toHaveAttribute("aria-activedescendant", first.id);
    expect(bar()).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(place()).toBe("/company/3?found=quayle"));
    expect(screen.queryByRole("searchbox", { name: "Search" })).not.toBeInTheDocument();
  });

  test("Enter opens no result of what was typed before: it searches for what is typed now", async () => {
    server.use(
      http.get("*/api/search", async ({ request }) => {
        if (new URL(request.url).searchParams.get("term") !== "quay") await delay("infinite");
        return HttpResponse.json({ groups: [aGroup({ type: "companies", items: [QUAYLE] })] });
      }),
    );
    const { user, place } = renderApp("/", { as: aModerator() });
    await screen.findByRole("heading", { name: "Queues" });
    await user.keyboard("/");
    await user.type(bar(), "quay");
    const first = await screen.findByRole("option", { name: /^Quayle Street Dental/ });
    await user.keyboard("{ArrowDown}");
    expect(first).toHaveAttribute("aria-selected", "true");
    await user.type(bar(), "s");
    expect(first).toBeVisible();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(place()).toBe("/search?term=quays&type=everything"));
  });

  test("offers the last terms", async () => {
    serve(aGroup());
    const { user, place, router } = renderApp("/search?term=quayle&type=everything", { as: aModerator() });
    await screen.findByRole("region", { name: "WF Reviews" });
    await router.navigate("/");
    await user.keyboard("/");
    const again = await screen.findByRole("option", { name: "quayle" });
    expect(within(screen.getByRole("listbox")).getByRole("group", { name: "Recent searches" })).toContainElement(again);
    await user.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(place()).toBe("/search?term=quayle&type=everything"));
  });

  test("a term that was typed on has no results of another until its own are there", async () => {
    serve();
    const { user } = renderApp("/", { as: aModerator() });
    await screen.findByRole("heading", { name: "Queues" });
    await user.keyboard("/");
    await user.type(bar(), "zzz");
    expect(await screen.findByText("No results")).toBeInTheDocument();
  });
});
