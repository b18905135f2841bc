import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { aCompany } from "@/testing/companies";
import { aHeadModerator, aModerator } from "@/testing/factories";
import { refusal, withBody, withQuery } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  server.use(
    http.get("*/api/company/31", () => HttpResponse.json(aCompany)),
    http.get("*/api/categories", () => HttpResponse.json({ categories: [{ id: 1, name: "Dental practice", favourite: false }] })),
    http.get("*/api/audit/company/31", () => HttpResponse.json({ items: [], next_cursor: null })),
    http.patch("*/api/company/31", withBody(sent, () => HttpResponse.json(aCompany))),
    http.post("*/api/audit/company/31", withBody(sent, () => HttpResponse.json({ id: 8 }, { status: 201 }))),
  );
});

describe("a company", () => {
  const NONE = { items: [], next_cursor: null, searched: null };
  const compared = { upheld: 1, decided: 3, others_upheld: 61, others_decided: 100, differs: false };
  const CONDUCT = {
    quarters: ["2026-01-01", "2026-04-01", "2026-07-01", "2026-10-01"].map((begins) => ({ begins, requests: 1, upheld: 1, declined: 0 })),
    compared,
  };
  const aRequest = {
    id: 3,
    review: { id: 9, title: "Do not trust them" },
    rating: 1,
    ground: "defamation",
    asked_by: "Esther Quayle",
    received_at: "2026-11-19T08:00:00Z",
    status: "restricted",
    ended_at: "2026-11-21T12:00:00Z",
  };
  const lists = (change: { conduct?: unknown; reviews?: unknown[]; accounts?: unknown[] } = {}) =>
    server.use(
      http.get("*/api/company/31/conduct", () => HttpResponse.json(change.conduct ?? CONDUCT)),
      http.get("*/api/company/31/requests", () => HttpResponse.json({ items: [aRequest], next_cursor: null })),
      http.get("*/api/company/31/reviews", () => HttpResponse.json({ ...NONE, items: change.reviews ?? [] })),
      http.get("*/api/tickets", () => HttpResponse.json(NONE)),
      http.get("*/api/company/31/accounts", () => HttpResponse.json({ ...NONE, items: change.accounts ?? [] })),
    );
  beforeEach(() => lists());

  test("shows its rating by month, its newest reviews, its open tickets and its accounts", async () => {
    const review = { id: 7, title: "Kind", excerpt: "", author_name: "Ada", rating: 4, status: "published", source: "wf" };
    lists({
      reviews: [{ ...review, received_at: "2026-11-20T08:00:00Z", decided_at: "2026-11-20T09:40:00Z" }],
      accounts: [{ id: 9, name: { full: "Ada King" }, email: "ada@docket.example", access_level: "SUPER" }],
    });
    renderApp("/company/31", { as: aHeadModerator() });
    const chart = await screen.findByRole("region", { name: "Rating by month" });
    const june = (await within(chart).findByRole("rowheader", { name: "June 2026" })).closest("tr");
    expect(june).toHaveTextContent("June 202665–");
    expect(within(chart).getByText("9 published, 3 waiting", { exact: false })).toBeVisible();
    expect(within(chart).getByRole("link", { name: "9" })).toHaveAttribute("href", "/reviews/31?status=published&rating=5");
    const row = (await screen.findByRole("link", { name: "Kind" })).closest("tr");
    expect(row).toHaveTextContent(/^Kind Ada.*Published1 h 40/);
    expect(await screen.findByText("No open tickets")).toBeVisible();
    const parts = within(screen.getByRole("navigation", { name: "Parts of this company" }));
    expect(parts.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Overview", "Reviews12", "Conduct4", "Tickets3", "Accounts2", "Log"]);
    const account = (await screen.findByRole("link", { name: "Ada King" })).closest("li");
    expect(account).toHaveTextContent("Super User");
  });

  test("shows how it uses its right to request restrictions, and says whether chance explains how it differs", async () => {
    renderApp("/company/31?tab=conduct", { as: aHeadModerator() });
    const conduct = await screen.findByRole("region", { name: "Conduct" });
    expect(await within(conduct).findByText(/1 of 3 decided were upheld, against 61% at all other companies: a difference that chance explains\.$/)).toBeVisible();
    const row = (await within(conduct).findByRole("link", { name: "Do not trust them" })).closest("tr");
    expect(row).toHaveTextContent(/Defamation.*Esther Quayle.*Upheld2 d 4 h/);
    for (const [value, name] of [["4", "asked"], ["2", "declined"], ["1", "open"]])
      expect(within(conduct).getAllByText(String(name)).map((found) => found.previousSibling?.textContent)).toContain(value);
    lists({ conduct: { ...CONDUCT, compared: { ...compared, differs: null } } });
    cleanup();
    renderApp("/company/31?tab=conduct", { as: aHeadModerator() });
    await screen.findByText(/ask for reviews with one or two stars/);
    expect(screen.queryByText(/chance explains/)).not.toBeInTheDocument();
  });

  test("has its accounts sorted by the server, and saves them as they are sorted", async () => {
    lists({ accounts: [{ id: 9, name: { full: "Ada King" }, email: "ada@docket.example", access_level: "SUPER" }] });
    const saved = vi.fn(() => "blob:file");
    URL.createObjectURL = saved;
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const asked: string[] = [];
    const heard = ({ request }: { request: Request }) => void asked.push(request.url.replace(/^.*\/api\//, ""));
    server.events.on("request:start", heard);
    const { user } = renderApp("/company/31?tab=accounts", { as: aHeadModerator({ cms_access: ["organisation", "users"] }) });
    const accounts = await screen.findByRole("region", { name: "Accounts" });
    await user.click(await within(accounts).findByRole("button", { name: /Email/ }));
    await waitFor(() => expect(asked).toContain("company/31/accounts?sort=email&direction=asc&cursor="));
    expect(asked).toContain("company/31/accounts?sort=name&direction=asc&cursor=");
    server.use(http.get("*/api/company/31/accounts/export", () => new HttpResponse("id\n")));
    await user.click(await within(accounts).findByRole("button", { name: "Export" }));
    await waitFor(() => expect(asked).toContain("company/31/accounts/export?sort=email&direction=asc"));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    server.events.removeListener("request:start", heard);
  });

  test("without anything yet says so in each place, and leaves out what the person may not read", async () => {
    const months = aCompany.months.map((month) => ({ ...month, received: 0, reviews: 0, rating: null }));
    server.use(http.get("*/api/company/31", () => HttpResponse.json({ ...aCompany, months, open_tickets: null, rating: null, by_stars: [{ rating: null, reviews: 1 }] })));
    renderApp("/company/31", { as: aHeadModerator({ cms_access: ["organisation", "users"] }) });
    expect(await screen.findByText("No review was received in the last twelve months")).toBeVisible();
    expect(await screen.findByText("No account")).toBeVisible();
    expect(screen.getByText("no stars in its published review")).toBeVisible();
    for (const name of ["Newest reviews", "Open tickets"]) expect(screen.queryByRole("region", { name })).not.toBeInTheDocument();
    const parts = within(screen.getByRole("navigation", { name: "Parts of this company" }));
    expect(parts.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Overview", "Conduct4", "Accounts2", "Log"]);
  });

  test("shows its figures, its facts, those that are empty when asked, and the way to its reviews", async () => {
    const { user } = renderApp("/company/31", { as: aHeadModerator() });
    expect(await screen.findByRole("heading", { level: 1, name: "Tan Dental" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Reviews" })).toHaveAttribute("href", "/reviews/31");
    expect(screen.getByText("member of Smiles")).toBeVisible();
    expect(screen.getByRole("link", { name: "Smiles" })).toHaveAttribute("href", "/groups/5");
    expect(screen.getByRole("link", { name: "https://tan.example" })).toHaveAttribute("rel", "noreferrer noopener");
    expect(screen.getAllByText("RH11 7HL")[0]).toBeVisible();
    expect(screen.getByText("4.3")).toBeVisible();
    expect(screen.queryByText("Phone")).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "3 empty fields" }));
    for (const name of ["HSOne ID", "Address", "Phone"]) expect(screen.getByText(name).nextSibling).toHaveTextContent("none");
  });

  test("is edited by its key: a wrong website is named, and what was typed stays when the server refuses", async () => {
    server.use(http.patch("*/api/company/31", () => refusal(409, "hsone_id_taken"), { once: true }));
    const { user } = renderApp("/company/31", { as: aHeadModerator() });
    expect(await screen.findByRole("button", { name: "Edit" })).toHaveAttribute("aria-keyshortcuts", "e");
    await user.keyboard("e");
    const dialog = await screen.findByRole("dialog", { name: "Edit the company" });
    const website = within(dialog).getByRole("textbox", { name: "Website" });
    await user.clear(website);
    await user.type(website, "tan dental{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Invalid URL")).toBeVisible();
    expect(sent).toEqual([]);
    await user.clear(website);
    await user.type(within(dialog).getByRole("textbox", { name: "HSOne ID" }), "H1{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Another company has this HSOne ID.")).toBeVisible();
    expect(within(dialog).getByText("Unable to save changes. Please try again.")).toBeVisible();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent).toEqual([{ hsone_id: "H1", website: "" }]);
  });

  test("that was closed after a draft of its fields was begun is not opened by that draft", async () => {
    const { user, client } = renderApp("/company/31", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    await user.type(await screen.findByRole("textbox", { name: "HSOne ID" }), "H1");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    server.use(http.get("*/api/company/31", () => HttpResponse.json({ ...aCompany, status: "closed" })));
    await client.refetchQueries();
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit the company" });
    expect(within(dialog).getByRole("textbox", { name: "HSOne ID" })).toHaveValue("H1");
    expect(within(dialog).getByRole("combobox", { name: "Status" })).toHaveValue("closed");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent).toEqual([{ hsone_id: "H1" }]));
  });

  test("takes entries into its log, and says so where it takes none", async () => {
    server.use(http.post("*/api/audit/company/31", () => refusal(409, "no_manual_entries"), { once: true }));
    const { user } = renderApp("/company/31?tab=log", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "Add an entry" }));
    expect(screen.queryByText(/^Manual log entries/)).not.toBeInTheDocument();
    const dialog = await screen.findByRole("dialog", { name: "Add an entry to the audit log" });
    await user.type(within(dialog).getByRole("textbox", { name: "Log text" }), "Called them.{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Manual log entries cannot be added to this type of audit log.")).toBeVisible();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent).toEqual([{ text: "Called them." }]);
  });

  test("is not changed by a moderator, who sees it", async () => {
    renderApp("/company/31", { as: aModerator() });
    expect((await screen.findAllByText("RH11 7HL"))[0]).toBeVisible();
    expect(screen.queryByRole("region", { name: "Conduct" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Edit" })).not.toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "Audit log" })).not.toBeInTheDocument();
  });

  test("that does not exist says so", async () => {
    server.use(http.get("*/api/company/31", () => refusal(404, "not_found")));
    renderApp("/company/31", { as: aModerator() });
    expect(await screen.findByText("There is no company 31")).toBeVisible();
  });

  test("that could not be loaded says so", async () => {
    server.use(http.get("*/api/company/31", () => refusal(500, "unknown")));
    renderApp("/company/31", { as: aModerator() });
    expect(await screen.findByText("Could not load the company.")).toBeVisible();
  });
});

describe("the list of companies", () => {
  const aRow = { id: 31, name: "Tan Dental", category: "Dental practice", country: 2, postcode: "RH11 7HL", hsone_id: null, status: "closed" };
  const asked: string[] = [];
  beforeEach(() => {
    asked.length = 0;
    server.use(
      http.get("*/api/companies", ({ request }) => {
        const { search } = new URL(request.url);
        asked.push(search);
        return HttpResponse.json({ items: search.includes("q=zz") ? [] : [aRow], next_cursor: null });
      }),
    );
  });

  test("is a tab of the search page without a term, narrowed and sorted in the address, and saved as a file", async () => {
    const files: string[] = [];
    server.use(http.get("*/api/companies/export", withQuery(files, () => new HttpResponse("id,name"))));
    const { user, router } = renderApp("/search", { as: aHeadModerator() });
    await user.click(await screen.findByRole("link", { name: "Companies" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Companies" })).toBeVisible();
    const row = (await screen.findByRole("link", { name: "Tan Dental" })).closest("tr") ?? document.body;
    const cells = within(row).getAllByRole("cell").map((cell) => cell.textContent);
    expect(cells).toEqual(["31", "Dental practice", "RH11 7HL", "Ireland", "–", "Closed"]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Closed");
    await user.selectOptions(screen.getByRole("combobox", { name: "Country" }), "Ireland");
    await user.selectOptions(await screen.findByRole("combobox", { name: "Category" }), "1 - Dental practice");
    await user.click(screen.getByRole("button", { name: "ID" }));
    await user.type(screen.getByRole("searchbox", { name: "Name, id or postcode" }), "zz");
    expect(await screen.findByText("No company matches")).toBeVisible();
    const narrowed = "?q=zz&status=closed&country=2&category=1&sort=id&direction=desc";
    expect(asked.at(-1)).toBe(`${narrowed}&cursor=`);
    await user.click(screen.getByRole("button", { name: "Export" }));
    await waitFor(() => expect(files).toEqual([narrowed]));
    await user.click(screen.getByRole("button", { name: "Clear the filters" }));
    expect(await screen.findByRole("link", { name: "Tan Dental" })).toBeVisible();
    expect(router.state.location.search).toBe("?term=&type=companies&sort=id");
  });

  test("is no file for who may not change companies", async () => {
    renderApp("/search?type=companies", { as: aModerator() });
    expect(await screen.findByRole("link", { name: "Tan Dental" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Export" })).not.toBeInTheDocument();
  });

  test("says that there are none, and that it could not be loaded", async () => {
    server.use(http.get("*/api/companies", () => HttpResponse.json({ items: [], next_cursor: null }), { once: true }));
    const { router } = renderApp("/search?type=companies", { as: aHeadModerator() });
    expect(await screen.findByText("There are no companies")).toBeVisible();
    server.use(http.get("*/api/companies", () => refusal(500, "unknown")));
    await router.navigate("/search?type=companies&status=open");
    expect(await screen.findByText("Could not load the companies.")).toBeVisible();
  });
});
