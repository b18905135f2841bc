import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

import type { HistoryItem, Verification } from "@/api/types";
import { ACTIONS } from "@/features/process/entry-sentence";
import { history } from "@/lib/words/en/history";
import { aModerator } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

import { queryOf, readView, writeView } from "./view";

const anAdmin = () => ({ ...aModerator(), cms_access: ["moderation", "history"] }) as ReturnType<typeof aModerator>;

function anEntry(id: number, change: Partial<HistoryItem> = {}): HistoryItem {
  return {
    id,
    at: "2026-11-06T09:42:00Z",
    actor: { id: 5, name: "Marta Ellwood" },
    kind: "review_moderation",
    kind_title: "Moderation of a review",
    process_id: 70 + id,
    task_id: 9,
    subject: { thing: "review", id: 300 + id },
    company: "Tan Dental",
    queue: "pending",
    action: "decide",
    outcome: "reject",
    label: "Reject",
    reason: "Fake",
    from: "pending",
    from_title: "Moderate reviews",
    to: "refused",
    to_title: "Rejection held",
    note: "No such street.",
    request_id: "abc",
    batched: false,
    ...change,
  };
}

function aVerification(change: Partial<Verification> = {}): Verification {
  return {
    id: 1,
    source: "night",
    by: null,
    begun_at: "2026-11-22T03:00:00Z",
    ended_at: "2026-11-22T03:01:00Z",
    entries: 41234,
    last_at: "2026-11-22T02:59:00Z",
    faults: 0,
    fault: null,
    ...change,
  };
}

const asked: string[] = [];
let verifications: Verification[];
beforeEach(() => {
  asked.length = 0;
  verifications = [aVerification()];
  server.use(
    http.get("*/api/history/choices", () =>
      HttpResponse.json({
        people: [{ id: 5, name: "Marta Ellwood" }],
        kinds: [{ name: "review_moderation", title: "Moderation of a review" }],
        actions: ["decide", "note"],
        outcomes: [{ name: "reject", title: "Reject" }],
        reasons: [{ name: "fake", title: "Fake" }],
      }),
    ),
    http.get("*/api/history/verifications", () => HttpResponse.json({ items: verifications, next_at: "2026-11-23T03:00:00Z" })),
    http.get("*/api/history", ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.toString());
      const first = !searchParams.has("cursor");
      const items = first ? [anEntry(1), anEntry(2, { action: "note", outcome: "", label: "", reason: "", actor: null, to_title: "", note: null })] : [anEntry(3)];
      return HttpResponse.json({ items, next_cursor: first ? "more" : null, searched: first && searchParams.has("q") ? 400 : null });
    }),
  );
});

describe("the history of all processes", () => {
  test("an entry says who did what, why, and leads to the item, the person and the process", async () => {
    const { user } = renderApp("/history", { as: anAdmin() });
    const row = (await screen.findByRole("link", { name: "Review 301" })).closest("tr") ?? document.body;
    expect(row).toHaveTextContent("Reject leads to Rejection held");
    expect(row).toHaveTextContent("Fake: No such street.");
    expect(within(row).getByRole("link", { name: "Marta Ellwood" })).toHaveAttribute("href", "/history/people/5");
    expect(within(row).getByRole("link", { name: "Review 301" })).toHaveAttribute("href", "/review/301");
    expect(within(row).getByRole("link", { name: "Moderation of a review, 71" })).toHaveAttribute("href", "/history?process=71");
    expect(screen.getByText("Docket", { selector: "td *" })).toBeVisible();
    expect(row).toHaveTextContent("Review 301 Tan Dental");
    expect(screen.getByRole("columnheader", { name: "When" })).toHaveAttribute("aria-sort", "descending");
    // the day stands in a row of its own above the first of its entries
    expect(screen.getByRole("row", { name: "Friday 6 November" }).nextElementSibling).toBe(row);
    await user.click(within(row).getByRole("button"));
    expect(screen.getByText("Reason", { selector: "dt" }).nextElementSibling).toHaveTextContent("Fake");
    expect(screen.getByRole("link", { name: "Open Review 301 and its processes" })).toHaveAttribute("href", "/review/301");
    await user.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByRole("link", { name: "Review 303" })).toBeVisible();
    expect(asked.at(-1)).toBe("cursor=more");
  });

  test("the decisions of one batch are one line that opens; one alone is marked", async () => {
    const approval = { batched: true, outcome: "approve", label: "Approve", to: "queued", to_title: "Queued to publish", note: null };
    const items = [
      ...[anEntry(1, approval), anEntry(2), anEntry(3, approval), anEntry(4, approval)],
      anEntry(5, { ...approval, request_id: "another" }),
    ];
    server.use(http.get("*/api/history", () => HttpResponse.json({ items, next_cursor: null, searched: null })));
    const { user } = renderApp("/history", { as: anAdmin() });
    const row = (await screen.findByText("One batch: 3 shown")).closest("tr") ?? document.body;
    expect(row).toHaveTextContent("3 items");
    expect(screen.getAllByRole("row")).toHaveLength(5);
    expect(screen.getByText("In a batch").closest("tr")).toHaveTextContent("Review 305");
    await user.click(within(row).getByRole("button"));
    const opened = screen.getByRole("list", { name: "Items of the batch" });
    expect(within(opened).getAllByRole("listitem").map((item) => item.textContent)).toEqual([1, 3, 4].map((id) => `Review 30${id}, process 7${id}`));
    expect(within(opened).getByRole("link", { name: "Review 303, process 73" })).toHaveAttribute("href", "/history?process=73");
  });

  test("an entry about a ticket leads to it, and what was done is not said twice", async () => {
    const entry = anEntry(1, { kind: "ticket_resolution", subject: { thing: "ticket", id: 9 }, label: "Backlog", to_title: "Backlog" });
    server.use(http.get("*/api/history", () => HttpResponse.json({ items: [entry], next_cursor: null, searched: null })));
    renderApp("/history?subject=ticket:9", { as: anAdmin() });
    const link = await screen.findByRole("link", { name: "Ticket 9" });
    expect(link).toHaveAttribute("href", "/tickets/9");
    expect(link.closest("tr")).not.toHaveTextContent("leads to");
    expect(screen.getByText("Ticket 9", { selector: "summary *, summary" })).toBeVisible();
  });

  test("every filter is in the address, and is read from it", async () => {
    const address = "/history?person=5&kind=review_moderation&subject=review%3A301&queue=pending&action=decide&outcome=reject&reason=fake&from=2026-11-01&to=2026-11-20&q=street";
    const { user, place } = renderApp(address, { as: anAdmin() });
    expect(await screen.findByRole("option", { name: "Marta Ellwood" })).toBeVisible();
    expect(screen.getByLabelText("Person")).toHaveValue("5");
    expect(Object.fromEntries(new URLSearchParams(asked[0]))).toMatchObject({
      ...{ person: "5", kind: "review_moderation", subject: "review:301", queue: "pending", action: "decide", outcome: "reject", reason: "fake" },
      ...{ from: new Date("2026-11-01T00:00").toISOString(), to: new Date("2026-11-21T00:00").toISOString(), q: "street" },
    });
    // a page may be short for common words: it says so, and the next page continues there
    expect(await screen.findByText("2 entries found in the texts searched so far.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Search older texts" })).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Outcome"), "All outcomes");
    expect(place()).not.toContain("outcome=");
    await user.click(screen.getByRole("button", { name: "Clear the filters" }));
    expect(place()).toBe("/history");
    await waitFor(() => expect(asked.at(-1)).toBe(""));
  });

  test("on paper, the filters stand in words, and that older entries are missing until all are loaded", async () => {
    const address = "/history?person=5&subject=review%3A301&queue=pending&action=link&from=2026-11-01&to=2026-11-20&q=street";
    server.use(http.get("*/api/history/choices", () => HttpResponse.json({ people: [{ id: 5, name: "Marta Ellwood" }], kinds: [], outcomes: [], reasons: [], actions: ["link", "merge", "message", "unlink"] })));
    const { user } = renderApp(address, { as: anAdmin() });
    expect(await screen.findByRole("option", { name: "Another ticket merged into it" })).toBeVisible();
    const lines = () => [...document.querySelectorAll("p.paper-only")].map((line) => line.textContent);
    const filters = [
      "Words in notes and reasons: street",
      "Person: Marta Ellwood",
      "Action: Review linked",
      "Queue: Moderate reviews",
      "Days: 1 Nov 2026 to 20 Nov 2026",
      "Item: Review 301",
    ];
    await waitFor(() => expect(lines()).toEqual([...filters, "2 of more entries: older ones are not printed"]));
    await user.click(screen.getByRole("button", { name: "Search older texts" }));
    await waitFor(() => expect(lines()).toEqual(filters));
  });

  test("every action that the sentences of a story know has words here", () => {
    expect(ACTIONS.filter((action) => !Object.hasOwn(history.actions, action))).toEqual([]);
  });

  test.each([
    ["Export XES", "xes"],
    ["Export OCEL 2.0, JSON", "ocel-json"],
    ["Export OCEL 2.0, SQLite", "ocel-sqlite"],
  ])("the same entries are saved for process mining: %s", async (label, format) => {
    const saved: string[] = [];
    server.use(
      http.get("*/api/history/export", ({ request }) => {
        saved.push(new URL(request.url).searchParams.toString());
        return new HttpResponse("<log/>", { headers: { "Content-Type": "application/xml" } });
      }),
    );
    const { user } = renderApp("/history?action=decide", { as: anAdmin() });
    await user.click(await screen.findByText("Export", { selector: "summary" }));
    await user.click(screen.getByRole("button", { name: label }));
    await waitFor(() => expect(saved).toEqual([`action=decide&format=${format}`]));
  });

  test("a process or a review is chosen by its number", async () => {
    const { user, place } = renderApp("/history", { as: anAdmin() });
    await user.click(await screen.findByText("Item", { selector: "summary" }));
    await user.type(screen.getByLabelText("Review"), "301{Enter}");
    expect(place()).toBe("/history?subject=review%3A301");
    expect(screen.getByText("Review 301", { selector: "summary" })).toBeVisible();
  });

  test("where all filters do not fit, those of who, what and when stay in the bar, the others fold with their number", async () => {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1112);
    vi.stubGlobal("ResizeObserver", function Observer() {
      return { observe: vi.fn(), disconnect: vi.fn() };
    });
    renderApp("/history?person=77&outcome=reject", { as: anAdmin() });
    await screen.findByText("Filters (1)");
    // an erased person is missing in the list of people
    expect(await screen.findByRole("option", { name: "Former colleague 77" })).toBeInTheDocument();
    for (const name of ["Person", "Action"]) expect(screen.getByRole("combobox", { name })).toBeVisible();
    expect(screen.getByText("Days", { selector: "summary" })).toBeVisible();
    for (const name of ["Outcome", "Reason", "Queue", "Process"]) expect(screen.getByRole("combobox", { name, hidden: true })).not.toBeVisible();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test("wrong values of an address are left out", () => {
    const view = readView(new URLSearchParams("person=x&kind=a+b&process=0&subject=review&from=2026-99-99&to=tomorrow&q=a"));
    expect(writeView(view).toString()).toBe("q=a");
    expect(queryOf(view)).toEqual({ q: "a" });
  });

  test("without the permission there is no such page", async () => {
    renderApp("/history", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: /not allowed|permission|access/i })).toBeVisible();
    expect(asked).toEqual([]);
  });
});

describe("the verification of history", () => {
  test("is said in the page's head", async () => {
    renderApp("/history", { as: anAdmin() });
    expect(await screen.findByText(/41,234 entries, all as they were written/)).toBeVisible();
  });

  test("names who asked, how far it went, and the first entry that does not fit", async () => {
    verifications = [
      aVerification({ id: 3, source: "person", by: { id: 5, name: "Marta Ellwood" }, faults: 2, fault: { what: "link", process: { kind: "review_moderation", id: 71 }, seq: 3 } }),
      aVerification({ id: 2, faults: null }),
      aVerification(),
    ];
    renderApp("/history/verification", { as: anAdmin() });
    expect(await screen.findByRole("alert")).toHaveTextContent("2 places in 41,234 entries are not what was written.");
    expect(screen.getByRole("link", { name: "The first is entry 3 of process 71" })).toHaveAttribute("href", "/history?process=71");
    expect(screen.getByText("Marta Ellwood")).toBeVisible();
    expect(screen.getByText("No result")).toBeVisible();
    expect(screen.getByText("No fault")).toBeVisible();
  });

  test("that has never been is said once, with when the next is and the button in the middle", async () => {
    verifications = [];
    renderApp("/history/verification", { as: anAdmin() });
    expect(await screen.findByText("History has not been verified yet.")).toBeVisible();
    expect(screen.getByText("next tonight, 03:00")).toBeVisible();
    expect(screen.getByRole("button", { name: "Verify now" })).toHaveClass("btn-primary");
  });

  test("is asked for by a button, which waits while one runs", async () => {
    server.use(
      http.post("*/api/history/verifications", () => {
        const running = aVerification({ id: 9, source: "person", by: { id: 5, name: "Marta Ellwood" }, ended_at: null, faults: null });
        verifications = [running, ...verifications];
        return HttpResponse.json(running, { status: 202 });
      }),
    );
    const { user } = renderApp("/history/verification", { as: anAdmin() });
    await user.click(await screen.findByRole("button", { name: "Verify now" }));
    expect(await screen.findByRole("button", { name: "Being verified" })).toBeDisabled();
  });
});

describe("what one account did", () => {
  test("decisions by step and outcome, and what the audit log has", async () => {
    const periods: string[] = [];
    const noted: (string | null)[] = [];
    server.use(
      http.get("*/api/history/people/5/audit", ({ request }) => {
        noted.push(new URL(request.url).searchParams.get("what"));
        return HttpResponse.json({
          items: [{ id: 1, at: "2026-11-06T09:42:00Z", kind: "contact", subject_id: 4, sentence: "Read the full address of a requester.", subject: { kind: "contact", id: 4, name: null }, about: [] }],
          next_cursor: null,
        });
      }),
      http.get("*/api/history/people/5", ({ request }) => {
        periods.push(new URL(request.url).search);
        return HttpResponse.json({
          person: { id: 5, name: "Marta Ellwood" },
          since: "2026-10-23T00:00:00Z",
          until: "2026-11-22T00:00:00Z",
          decided: [{ kind: "review_moderation", node: "pending", title: "Moderate reviews", queue: "pending", outcome: "reject", label: "Reject", number: 12 }],
          batched: 4,
          exports: 2,
          reads: 1,
          changes: 20,
        });
      }),
    );
    const { user, place } = renderApp("/history/people/5?from=2026-11-01", { as: anAdmin() });
    expect(await screen.findByRole("heading", { level: 1, name: "Marta Ellwood" })).toBeVisible();
    for (const [number, name] of [["12", "decisions"], ["4", "decisions made in batches"], ["2", "exports"], ["1", "personal data reads"], ["20", "changes"]] as const)
      expect((await screen.findByText(name)).previousSibling).toHaveTextContent(number);
    expect(screen.getByRole("link", { name: "Reject" })).toHaveAttribute(
      "href",
      "/history?person=5&kind=review_moderation&queue=pending&action=decide&outcome=reject&from=2026-11-01",
    );
    expect(await screen.findByText("Read the full address of a requester.")).toBeVisible();
    expect(screen.getByText("Request to restrict 4")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Reads 1" }));
    expect(place()).toBe("/history/people/5?from=2026-11-01&what=reads");
    await waitFor(() => expect(noted.at(-1)).toBe("reads"));
    expect(periods[0]).toBe(`?${new URLSearchParams({ from: new Date("2026-11-01T00:00").toISOString() })}`);
  });

  test("of an account that does not exist says so", async () => {
    server.use(
      http.get("*/api/history/people/5/audit", () => refusal(404, "not_found")),
      http.get("*/api/history/people/5", () => refusal(404, "not_found")),
    );
    renderApp("/history/people/5", { as: anAdmin() });
    expect(await screen.findByRole("heading", { name: "Could not load what this account did" })).toBeVisible();
  });
});
