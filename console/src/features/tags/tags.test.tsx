import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

import type { Tag } from "@/api/types";
import { aHeadModerator, aModerator } from "@/testing/factories";
import { refusal, withBody, withCall, withQuery } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const aTag = (change: Partial<Tag> = {}): Tag => ({
  id: 5,
  name: "Kind staff",
  category: "service_level",
  description: "Friendly at the desk.",
  type: "user",
  rule: null,
  members: 1_200,
  reviews: 3_400,
  rating: 4.25,
  counted_at: "2026-11-20T09:42:00Z",
  created: "2026-11-19T09:42:00Z",
  ...change,
});
const RULE: Tag["rule"] = {
  match: "any",
  conditions: [
    { field: "rating", compare: "at_least", value: 4 },
    { field: "source", value: "nhs" },
    { field: "group", value: 8 },
    { field: "text", value: "pain" },
    { field: "received", compare: "before", value: "2026-03-04" },
  ],
};

const sent: unknown[] = [];
const asked: string[] = [];

const listed = (...tags: Tag[]) =>
  server.use(http.get("*/api/tags", withQuery(asked, () => HttpResponse.json({ items: tags, next_cursor: null, total: 48, user_defined: 21 }))));
const opened = (tag: Tag, groups = [{ id: 8, name: "Tan & Sons <b>" }]) =>
  server.use(http.get("*/api/tag/5", () => HttpResponse.json({ ...tag, rule_groups: groups })));

beforeEach(() => {
  sent.length = asked.length = 0;
  listed(aTag());
  opened(aTag());
  server.use(
    http.get("*/api/tag/5/members", () =>
      HttpResponse.json({
        items: [{ id: 31, name: "Tan Dental", address: "", postcode: "RH11 7HL", reviews: 12, rating: null, added: "2026-11-20T09:42:00Z" }],
        next_cursor: null,
      }),
    ),
    http.get("*/api/audit/tag/5", () =>
      HttpResponse.json({
        items: [{ id: 1, at: "2026-11-20T09:42:00Z", user: { id: 3, name: "Tina Tags" }, text: "Created." }],
        next_cursor: null,
      }),
    ),
    http.get("*/api/companies", () =>
      HttpResponse.json({
        items: [{ id: 32, name: "Bright Dental", country: 1, postcode: "RH1 1AA", hsone_id: null, status: "open" }],
        next_cursor: null,
      }),
    ),
    http.get("*/api/groups", () =>
      HttpResponse.json({
        items: [{ id: 8, name: "Smiles", slug: "", internal: false, country: 1, created: "2026-11-20T09:42:00Z", companies: 0 }],
        next_cursor: null,
      }),
    ),
    http.post("*/api/tag", withBody(sent, () => HttpResponse.json({ id: 5 }, { status: 201 }))),
    http.patch("*/api/tag/5", withBody(sent, () => HttpResponse.json(aTag()))),
    http.put("*/api/tag/5/members/:id", withCall(sent, ({ params }) => ["added", params.id])),
    http.delete("*/api/tag/5/members/:id", withCall(sent, ({ params }) => ["removed", params.id])),
    http.delete("*/api/tag/5", () => {
      sent.push("deleted");
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const open = (address: string) => renderApp(address, { as: aHeadModerator() });
const SEND = "{Control>}{Enter}{/Control}";

describe("the list of tags", () => {
  test("shows id, category, description, type, members, reviews and star rating, and is narrowed by what the address says", async () => {
    const { user, router } = open("/tags");
    const row = (await screen.findByRole("link", { name: "Kind staff" })).closest("tr") ?? document.body;
    expect(within(row).getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
      "5",
      "Service Level",
      "Friendly at the desk.",
      "User-defined",
      "1,200",
      "3,400",
      "4.3",
      "",
    ]);
    expect(screen.getByText("48 tags")).toBeVisible();
    expect(screen.getByText("21 user-defined")).toBeVisible();
    await user.type(screen.getByRole("searchbox", { name: "Name or id" }), "kind");
    await user.selectOptions(screen.getByRole("combobox", { name: "Category" }), "Social Media");
    await user.selectOptions(screen.getByRole("combobox", { name: "Type" }), "Smart");
    await waitFor(() => expect(router.state.location.search).toBe("?q=kind&category=social_media&type=smart"));
    await waitFor(() => expect(asked.at(-1)).toContain("q=kind&category=social_media&type=smart"));
  });

  test("where its bar is narrow keeps the field in sight, and folds filters and what else can be done", async () => {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(700);
    vi.stubGlobal("ResizeObserver", function Observer() {
      return { observe: vi.fn(), disconnect: vi.fn() };
    });
    const { user } = open("/tags?type=smart");
    expect(await screen.findByRole("searchbox", { name: "Name or id" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Create tag" })).toBeVisible();
    for (const name of ["Category", "Type"]) expect(screen.getByRole("combobox", { name, hidden: true })).not.toBeVisible();
    expect(screen.getByText("Export")).not.toBeVisible();
    await user.click(screen.getByText("Filters (1)"));
    expect(screen.getByRole("combobox", { name: "Type" })).toHaveValue("smart");
    await user.click(screen.getByText("More"));
    expect(screen.getByRole("button", { name: "Export" })).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "Description" })).toBeVisible();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test("on a phone says in one line what a tag is, and its rating beside its name on every row", async () => {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(358);
    vi.stubGlobal("ResizeObserver", function Observer() {
      return { observe: vi.fn(), disconnect: vi.fn() };
    });
    for (const [rating, shown] of [[4.25, "4.3"], [null, "–"]] as const) {
      listed(aTag({ rating }));
      open("/tags");
      const row = (await screen.findByRole("link", { name: "Kind staff" })).closest("tr") ?? document.body;
      const said = within(row).getAllByRole("cell").map(({ textContent }) => textContent);
      expect([said[0], said.at(-1)]).toEqual([shown, "User-definedService Level1,200 companies"]);
      cleanup();
    }
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test("has a menu in each row: what people made is edited and deleted, a rule says itself", async () => {
    const rule = { match: "all", conditions: [{ field: "rating", compare: "at_most", value: 2 }, { field: "text", value: "late" }] } as const;
    listed(aTag({ type: "smart", name: "Low", description: "", rule: { ...rule, conditions: [...rule.conditions] } }));
    const { user, router } = open("/tags");
    expect(await screen.findByText("Star rating at most 2 and Text contains “late”")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "More for Low" }));
    expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["Audit log", "Delete…"]);
    await user.click(screen.getByRole("menuitem", { name: "Delete…" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete the organisation tag Low?" });
    await user.click(within(question).getByRole("button", { name: /^Delete this tag/ }));
    await waitFor(() => expect(sent).toEqual(["deleted"]));
    expect(router.state.location.pathname).toBe("/tags");
  });

  test("is saved as a file, as it is narrowed", async () => {
    URL.createObjectURL = vi.fn(() => "blob:file");
    URL.revokeObjectURL = vi.fn();
    const save = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    const asked: string[] = [];
    server.use(http.get("*/api/tags/export", withQuery(asked, () => new HttpResponse("id,name", { headers: { "Content-Type": "text/csv" } }))));
    const { user } = open("/tags?q=smile");
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await waitFor(() => expect(asked).toEqual(["?q=smile&sort=name&direction=asc"]));
    await waitFor(() => expect(save.mock.contexts[0]).toHaveAttribute("download", expect.stringMatching(/\.csv$/)));
  });

  test("says that there are none, and that none matches", async () => {
    listed();
    const { user } = open("/tags");
    expect(await screen.findByText("There are no organisation tags")).toBeVisible();
    await user.selectOptions(screen.getByRole("combobox", { name: "Type" }), "Smart");
    expect(await screen.findByText("No organisation tag matches")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear the search" }));
    expect(await screen.findByText("There are no organisation tags")).toBeVisible();
  });
});

describe("a new tag", () => {
  const dialogOf = async (user: ReturnType<typeof open>["user"]) => {
    await user.click(await screen.findByRole("button", { name: "Create tag" }));
    return screen.findByRole("dialog", { name: "Create a new organisation tag" });
  };

  test("keeps what was typed when it is refused, and opens when it is created", async () => {
    server.use(http.post("*/api/tag", () => refusal(409, "conflict"), { once: true }));
    const { user, router } = open("/tags");
    const dialog = await dialogOf(user);
    await user.keyboard(SEND);
    expect(await within(dialog).findByText("Enter a name.")).toBeVisible();
    await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "Kind staff");
    await user.selectOptions(within(dialog).getByRole("combobox", { name: "Category" }), "Engagement");
    await user.keyboard(SEND);
    expect(await within(dialog).findByText("Unable to create the new tag. Please try again.")).toBeVisible();
    expect(within(dialog).getByRole("textbox", { name: "Name" })).toHaveValue("Kind staff");
    await user.click(within(dialog).getByRole("button", { name: "Create tag" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/tag/5"));
    expect(sent).toEqual([{ name: "Kind staff", category: "engagement", description: "", type: "user", rule: null }]);
    expect(await screen.findByText("Organisation tag created successfully.")).toBeVisible();
  });

  test("with a rule is smart", async () => {
    const { user } = open("/tags");
    const dialog = await dialogOf(user);
    await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "Pain");
    await user.selectOptions(within(dialog).getByRole("combobox", { name: "Type" }), "Smart");
    await user.selectOptions(within(dialog).getByRole("combobox", { name: "A review must match" }), "any condition");
    const first = within(dialog).getByRole("group", { name: "Condition 1" });
    await user.selectOptions(within(first).getByRole("combobox", { name: "Value" }), "5");
    await user.click(within(dialog).getByRole("button", { name: "Add a condition" }));
    await user.keyboard(SEND);
    expect(await within(dialog).findByText("Complete every condition.")).toBeVisible();
    const second = within(dialog).getByRole("group", { name: "Condition 2" });
    await user.type(within(second).getByRole("textbox", { name: "Value" }), "pain");
    for (const [number, field, value] of [
      [3, "Received", "2026-03-04"],
      [4, "Company group", "8 - Smiles"],
      [5, "Source", "nhs"],
      [6, "Star rating", "2"],
    ] as const) {
      await user.click(within(dialog).getByRole("button", { name: "Add a condition" }));
      const row = within(dialog).getByRole("group", { name: `Condition ${number}` });
      await user.selectOptions(within(row).getByRole("combobox", { name: "Condition" }), field);
      fireEvent.change(within(row).getByLabelText("Value"), { target: { value } });
    }
    await user.click(within(dialog).getByRole("button", { name: "Remove condition 6" }));
    await user.keyboard(SEND);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent).toMatchObject([
      {
        type: "smart",
        rule: {
          match: "any",
          conditions: [
            { field: "rating", compare: "at_least", value: 5 },
            { field: "text", value: "pain" },
            { field: "received", compare: "from", value: "2026-03-04" },
            { field: "group", value: 8 },
            { field: "source", value: "nhs" },
          ],
        },
      },
    ]);
  });
});

describe("a tag", () => {
  test("shows its facts and its log, into which nobody writes", async () => {
    open("/tag/5");
    expect(await screen.findByRole("heading", { level: 1, name: "Kind staff" })).toBeVisible();
    const facts = screen.getByRole("region", { name: "Details" });
    expect(screen.getByText("Tag 5")).toBeVisible();
    for (const text of ["Service Level", "Friendly at the desk.", "1,200", "3,400", "4.3"])
      expect(within(facts).getByText(text)).toBeVisible();
    const log = screen.getByRole("region", { name: "Audit log" });
    expect(await within(log).findByText("Created.")).toBeVisible();
    expect(within(log).queryByRole("button", { name: "Add an entry" })).not.toBeInTheDocument();
  });

  test("is edited, and keeps what was typed when it is refused", async () => {
    server.use(http.patch("*/api/tag/5", () => refusal(409, "conflict"), { once: true }));
    const { user } = open("/tag/5");
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit the organisation tag" });
    await user.type(within(dialog).getByRole("textbox", { name: "Name" }), " and calm");
    await user.keyboard(SEND);
    expect(await within(dialog).findByText("Unable to save changes. Please try again.")).toBeVisible();
    await user.keyboard(SEND);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent).toEqual([{ name: "Kind staff and calm" }]);
  });

  test("gets and loses a company", async () => {
    const { user } = open("/tag/5");
    await user.click(await screen.findByRole("button", { name: "Add member" }));
    const dialog = await screen.findByRole("dialog", { name: "Add a company to Kind staff" });
    await user.type(within(dialog).getByRole("combobox"), "rh1");
    await within(dialog).findByRole("option", { name: /Bright Dental/ });
    const fails = () => refusal(409, "conflict");
    server.use(http.put("*/api/tag/5/members/:id", fails, { once: true }), http.delete("*/api/tag/5/members/:id", fails, { once: true }));
    await user.keyboard(`{Enter}${SEND}`);
    expect(await within(dialog).findByText("Unable to add the company to the tag. Please try again.")).toBeVisible();
    await user.keyboard(SEND);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.click(await screen.findByRole("button", { name: "Remove Tan Dental" }));
    const question = await screen.findByRole("alertdialog", { name: "Remove Tan Dental from the tag?" });
    await user.click(within(question).getByRole("button", { name: /^Remove/ }));
    expect(await within(question).findByText("Unable to remove the company from the tag. Please try again.")).toBeVisible();
    await user.click(within(question).getByRole("button", { name: /^Remove/ }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(sent).toEqual([
      ["added", "32"],
      ["removed", "31"],
    ]);
  });

  test("is deleted after a question that says that it is irreversible, and its list opens", async () => {
    const { user, router } = open("/tag/5");
    await user.click(await screen.findByRole("button", { name: "Delete this tag…" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete the organisation tag Kind staff?" });
    expect(question).toHaveTextContent(/Its 1,200 companies stay\. .*irreversible/);
    server.use(http.delete("*/api/tag/5", () => refusal(409, "conflict"), { once: true }));
    await user.click(within(question).getByRole("button", { name: /^Delete this tag/ }));
    expect(await within(question).findByText("Unable to delete the tag. Please try again.")).toBeVisible();
    await user.click(within(question).getByRole("button", { name: /^Delete this tag/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/tags"));
    expect(sent).toEqual(["deleted"]);
  });

  test.each(["smart", "system"] as const)("of the type %s shows its rule and cannot be edited", async (type) => {
    opened(aTag({ type, rule: RULE }));
    open("/tag/5");
    expect(await screen.findByText(/^System and smart tags cannot be edited\./)).toBeVisible();
    const rule = screen.getByRole("region", { name: "Rule" });
    for (const text of ["Star rating at least 4", "or Source is NHS reviews", "or Text contains “pain”", "or Received before 4 March 2026"])
      expect(rule).toHaveTextContent(text);
    const group = screen.getByRole("link", { name: "Tan & Sons <b>" });
    expect(group).toHaveAttribute("href", "/groups/8");
    expect(group.closest("li")).toHaveTextContent("Company group is Tan & Sons <b>");
    expect(await screen.findByRole("link", { name: "Tan Dental" })).toBeVisible();
    for (const name of ["Edit", "Add member", "Remove Tan Dental"]) expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
    expect(screen.queryAllByRole("button", { name: "Delete this tag…" })).toHaveLength(type === "smart" ? 1 : 0);
  });

  test("with a rule about a group that was deleted says so", async () => {
    opened(aTag({ type: "smart", rule: RULE }), []);
    open("/tag/5");
    expect(await screen.findByText("8, which was deleted")).toBeVisible();
  });

  test("names the group of its rule without a link to who cannot open it", async () => {
    opened(aTag({ type: "smart", rule: RULE }));
    renderApp("/tag/5", { as: aModerator({ cms_access: ["tags"] }) });
    expect(await screen.findByText("Tan & Sons <b>")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Tan & Sons <b>" })).not.toBeInTheDocument();
  });

  test("that is not counted yet says so, and shows its figures when they are there", async () => {
    opened(aTag({ type: "smart", rule: RULE, counted_at: null }));
    open("/tag/5");
    expect((await screen.findAllByText("not counted yet")).length).toBeGreaterThan(0);
    opened(aTag({ type: "smart", rule: RULE }));
    expect(await screen.findByTitle("4.25 out of 5 stars", {}, { timeout: 60_000 })).toBeVisible();
  }, 120_000);

  test("that is gone says so, and shows its log", async () => {
    server.use(http.get("*/api/tag/5", () => refusal(404, "not_found")));
    open("/tag/5");
    expect(await screen.findByText("There is no organisation tag 5")).toBeVisible();
    expect(await screen.findByText("Created.")).toBeVisible();
  });
});
