import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

import type { AddedEntry, BlacklistEntry } from "@/api/types";
import { aHeadModerator } from "@/testing/factories";
import { refusal, withBody, withCall, withQuery } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const anEntry = (change: Partial<BlacklistEntry> = {}): BlacklistEntry => ({
  id: 7,
  kind: "email",
  hint: "t…@example.com",
  notes: "",
  added: "2026-11-20T09:42:00Z",
  added_by: { id: 3, name: "Grace Groups" },
  legacy: false,
  ...change,
});

const NONE: AddedEntry["open_reviews"] = { count: 3, complete: true, investigated: 0, sendable: [] };
const LABEL = "Email address or mobile number";
const UNKNOWN = "An unknown error occurred. Please try again.";
const asked: string[] = [];
const sent: unknown[] = [];

beforeEach(() => {
  asked.length = sent.length = 0;
});

/** Serves the list, and the result of a check. */
function serve(entries: BlacklistEntry[], found: BlacklistEntry[] = [], concerned: Partial<AddedEntry["open_reviews"]> = {}) {
  server.use(
    http.get("*/api/blacklist", withQuery(asked, () => HttpResponse.json({ items: entries, next_cursor: null, total: 1284, legacy: 212 }))),
    http.post("*/api/blacklist/check", withBody(sent, () => HttpResponse.json({ match: found.length > 0, entries: found }))),
    http.post("*/api/blacklist", withBody(sent, () => HttpResponse.json({ ...anEntry(), open_reviews: { ...NONE, ...concerned } }, { status: 201 }))),
    http.patch("*/api/blacklist/:id", withCall(sent, async ({ request, params }) => [params.id, (await request.json()) as unknown], () => HttpResponse.json(anEntry()))),
    http.delete("*/api/blacklist/:id", withCall(sent, ({ params }) => ["removed", params.id])),
  );
}

const open = (address = "/blacklist") => renderApp(address, { as: aHeadModerator() });

describe("the check", () => {
  test("of nobody on the list offers to add, then to attach notes, by keyboard alone", async () => {
    serve([]);
    const { user } = open();
    await user.type(await screen.findByLabelText(LABEL), "troll@example.com{Enter}");
    const result = await screen.findByRole("region", { name: "Not on the blacklist" });
    expect(result).toHaveFocus();
    await user.tab();
    expect(within(result).getByRole("button", { name: "Add" })).toHaveFocus();
    await user.keyboard("{Enter}");
    const notes = await screen.findByRole("textbox", { name: "Notes (optional)" });
    expect(notes).toHaveFocus();
    expect(screen.getByText(/^3 open reviews of this person\. 3 stay in their queues, from where they cannot be sent/)).toBeVisible();
    await user.keyboard("Three false reviews.{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.getByLabelText(LABEL)).toHaveFocus());
    expect(screen.getByLabelText(LABEL)).toHaveValue("");
    expect(sent).toEqual([
      { value: "troll@example.com" },
      { value: "troll@example.com", notes: "" },
      ["7", { notes: "Three false reviews." }],
    ]);
    expect(asked.length).toBeGreaterThan(1);
  });

  test("lets people skip the notes", async () => {
    serve([]);
    const { user } = open();
    await user.type(await screen.findByLabelText(LABEL), "troll@example.com");
    await user.click(screen.getByRole("button", { name: "Add" }));
    await user.click(await screen.findByRole("button", { name: "Skip" }));
    expect(screen.getByLabelText(LABEL)).toHaveFocus();
    expect(sent).toHaveLength(1);
  });

  test("of a match shows its entries and offers to remove it, after a question", async () => {
    serve([], [anEntry({ notes: "Calls at night.", legacy: true })]);
    const { user } = open();
    await user.type(await screen.findByLabelText(LABEL), "troll@example.com{Enter}");
    const result = await screen.findByRole("region", { name: "On the blacklist" });
    expect(within(result).getByText("Calls at night.")).toBeVisible();
    expect(within(result).getByText("legacy")).toBeVisible();
    await user.click(within(result).getByRole("button", { name: "Remove t…@example.com" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Remove t…@example.com from the blacklist?" });
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(sent).toHaveLength(1);
    await user.click(within(result).getByRole("button", { name: "Remove t…@example.com" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: /^Remove/ }));
    expect(await screen.findByText("Removed from the blacklist")).toBeVisible();
    expect(sent.at(-1)).toEqual(["removed", "7"]);
    expect(screen.queryByRole("region", { name: "On the blacklist" })).not.toBeInTheDocument();
  });

  test("of who is to be added and is listed already shows the match", async () => {
    serve([], [anEntry()]);
    server.use(http.post("*/api/blacklist", () => refusal(409, "already_listed")));
    const { user } = open();
    await user.type(await screen.findByLabelText(LABEL), "troll@example.com");
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByRole("region", { name: "On the blacklist" })).toBeVisible();
  });

  test.each(["Check", "Add"])("says what is missing when %s is pressed", async (button) => {
    serve([]);
    server.use(
      http.post("*/api/blacklist*", () =>
        refusal(422, "invalid", { fields: { value: ["You must enter a valid email address or mobile number."] } }),
      ),
      http.post("*/api/blacklist/check", () => refusal(422, "invalid", { fields: { value: ["…"] } })),
    );
    const { user } = open();
    for (const typed of ["", "nobody"]) {
      const input = await screen.findByLabelText(LABEL);
      if (typed) await user.type(input, typed);
      await user.click(screen.getByRole("button", { name: button }));
      const alert = await screen.findByRole("alert");
      expect(alert).toHaveTextContent("Missing input You must enter a valid email address or mobile number.");
      expect(input).toHaveFocus();
      expect(input).toBeInvalid();
    }
  });

  test.each([
    ["Check", "*/api/blacklist/check"],
    ["Add", "*/api/blacklist"],
  ])("that fails says so, and leaves what was typed: %s", async (button, path) => {
    serve([]);
    server.use(http.post(path, () => refusal(403, "forbidden")));
    const { user } = open();
    await user.type(await screen.findByLabelText(LABEL), "troll@example.com");
    await user.click(screen.getByRole("button", { name: button }));
    expect(await screen.findByRole("alert")).toHaveTextContent(UNKNOWN);
    expect(screen.getByLabelText(LABEL)).toHaveValue("troll@example.com");
  });

  test("stores nothing of what was typed in the browser", async () => {
    serve([]);
    const { user } = open();
    await user.type(await screen.findByLabelText(LABEL), "troll@example.com{Enter}");
    await screen.findByRole("region", { name: "Not on the blacklist" });
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain("troll");
    expect(location.href).not.toContain("troll");
  });
});

describe("open reviews of who is added", () => {
  const question = { title: "What is to be found out", type: "string", minLength: 1, "x-widget": "textarea" };
  const form = { type: "object", required: ["question"], properties: { question } };
  const investigate = { kind: "review_moderation", name: "investigate", label: "Investigate", tone: "neutral", form, undo: true, writes: false };
  const sendable = [
    { queue: "pending", title: "Moderate reviews", task_ids: [11, 12] },
    { queue: "escalated", title: "Escalated reviews", task_ids: [13] },
  ];
  const offer = { count: 6, investigated: 1, sendable };

  function serveBatches(...refusals: (Response | null)[]) {
    const batches: unknown[] = [];
    server.use(
      http.get("*/api/bulk/queues", () =>
        HttpResponse.json(sendable.map((sent) => ({ queue: sent.queue, title: sent.title, past: false, kinds: [], outcomes: [investigate] }))),
      ),
      http.post("*/api/bulk", withBody(batches, () =>
        refusals[batches.length - 1] ?? HttpResponse.json({ id: 70 + batches.length, state: "waiting", total: 2 }, { status: 202 }),
      )),
    );
    return batches;
  }

  async function add(user: ReturnType<typeof open>["user"]) {
    await user.type(await screen.findByLabelText(LABEL), "troll@example.com");
    await user.click(screen.getByRole("button", { name: "Add" }));
  }

  test("are sent to investigation, one batch for each queue; what was sent is not sent again", async () => {
    serve([], [], offer);
    const batches = serveBatches(null, refusal(403, "forbidden"));
    const { user } = open();
    await add(user);
    expect(await screen.findByText(/^6 open reviews of this person\. 1 is under investigation already\. 2 stay in their queues/)).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: "Notes (optional)" }), "Three false reviews.{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Notes (optional)" })).not.toBeInTheDocument());
    const offered = await screen.findByRole("region", { name: "Send to investigation" });
    expect(await within(offered).findByText("2 from Moderate reviews, 1 from Escalated reviews")).toBeVisible();
    await user.click(within(offered).getByRole("button", { name: /^Send 3 reviews to investigation/ }));
    expect(batches).toEqual([]);
    await user.type(within(offered).getByRole("textbox", { name: "What is to be found out" }), "One person?");
    await user.click(within(offered).getByRole("button", { name: /^Send 3 reviews to investigation/ }));
    await user.click(await within(offered).findByRole("button", { name: /^Send 1 review to investigation/ }));
    const links = await within(offered).findAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Batch 71, Moderate reviews", "/bulk/71"],
      ["Batch 73, Escalated reviews", "/bulk/73"],
    ]);
    const body = { outcome: "investigate", form: { question: "One person?" } };
    expect(batches).toEqual([
      { ...body, queue: "pending", task_ids: [11, 12] },
      { ...body, queue: "escalated", task_ids: [13] },
      { ...body, queue: "escalated", task_ids: [13] },
    ]);
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.getByLabelText(LABEL)).toHaveFocus();
  });

  test("are sent by others, where one may not: it says who can", async () => {
    serve([]);
    const { user } = renderApp("/blacklist", { as: aHeadModerator({ cms_access: ["blacklist"] }) });
    await add(user);
    expect(
      await screen.findByText("3 open reviews of this person. Colleagues with the permission Bulk moderation can send them to investigation."),
    ).toBeVisible();
    expect(screen.queryByRole("region", { name: "Send to investigation" })).not.toBeInTheDocument();
  });
});

describe("the list", () => {
  test("shows masked entries with notes and legacy marks, sorted and filtered as the address says", async () => {
    serve([anEntry({ notes: "Rude." }), anEntry({ id: 8, kind: "mobile", hint: "+44…56", added_by: null, legacy: true })]);
    const { user } = open("/blacklist?sort=hint&direction=asc");
    const table = await screen.findByRole("table", { name: "Blacklist" });
    await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(3));
    expect(within(table).getByText("Rude.")).toBeVisible();
    expect(within(table).getByText("legacy")).toBeVisible();
    expect(asked).toEqual(["?sort=hint&direction=asc"]);
    await user.click(screen.getByRole("button", { name: "Legacy entries" }));
    await waitFor(() => expect(asked.at(-1)).toBe("?sort=hint&direction=asc&legacy=true"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "Mobile number");
    await waitFor(() => expect(asked.at(-1)).toBe("?sort=hint&direction=asc&legacy=true&kind=mobile"));
    for (const text of ["1,284 entries", "212 of them legacy"]) expect(screen.getByText(text)).toBeVisible();
    const [, mail, phone] = within(table).getAllByRole("row");
    expect(mail).toHaveTextContent(/^Email address.*Grace Groups/);
    expect(phone).toHaveTextContent(/^Mobile number.*Import/);
  });

  test("is saved as a file, as it is shown", async () => {
    serve([anEntry()]);
    const exported: string[] = [];
    server.use(http.get("*/api/blacklist/export", withQuery(exported, () => new HttpResponse("id,entry\n7,t…@example.com\n"))));
    const made = vi.fn(() => "blob:file");
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: made, revokeObjectURL: vi.fn() }));
    const { user } = renderApp("/blacklist?legacy=true", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await waitFor(() => expect(made).toHaveBeenCalledOnce());
    expect(exported).toEqual(["?sort=added&direction=desc&legacy=true"]);
  });

  test("says that it is empty", async () => {
    serve([]);
    open();
    expect(await screen.findByRole("heading", { name: "Nobody is on the blacklist" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Export" })).not.toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: /^Email address or mobile number/ })).toHaveFocus();
  });

  test("changes notes; a failure leaves the dialog and the text", async () => {
    serve([anEntry({ notes: "Rude." })]);
    server.use(http.patch("*/api/blacklist/:id", () => refusal(403, "forbidden"), { once: true }));
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Edit the notes of t…@example.com" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit the notes of t…@example.com" });
    const notes = within(dialog).getByLabelText("Notes");
    expect(notes).toHaveValue("Rude.");
    await user.type(notes, " Twice.");
    await user.click(within(dialog).getByRole("button", { name: /^Save/ }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("Unable to save changes. Please try again.");
    expect(notes).toHaveValue("Rude. Twice.");
    await user.click(within(dialog).getByRole("button", { name: /^Save/ }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent).toEqual([["7", { notes: "Rude. Twice." }]]);
  });

  test("a removal that fails says so in the dialog; an entry that is gone is as good as removed", async () => {
    serve([anEntry()]);
    server.use(http.delete("*/api/blacklist/:id", () => refusal(403, "forbidden"), { once: true }));
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Remove t…@example.com" }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: /^Remove/ }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(UNKNOWN);
    server.use(http.delete("*/api/blacklist/:id", () => refusal(404, "not_found")));
    await user.click(within(dialog).getByRole("button", { name: /^Remove/ }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(await screen.findAllByText("Removed from the blacklist")).not.toEqual([]);
  });
});
