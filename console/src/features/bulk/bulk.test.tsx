import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import type { BulkPreview, BulkQueue } from "@/api/types";
import { aBatch } from "@/testing/batches";
import { aRow } from "@/testing/desk/factories";
import { aHeadModerator } from "@/testing/factories";
import { refusal, withBody } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const NOTES = { type: "object", required: ["notes"], properties: { notes: { title: "Notes", type: "string", "x-widget": "textarea" } } };
const MODERATION = { kind: "review_moderation", title: "Moderation of a review" };
const TESTIMONIAL = { kind: "testimonial_transcription", title: "Testimonial" };
const QUEUES: BulkQueue[] = [
  {
    queue: "pending",
    title: "Moderate reviews",
    past: false,
    facets: ["rating", "flagged"],
    kinds: [MODERATION],
    outcomes: [
      { kind: MODERATION.kind, name: "approve", label: "Approve", tone: "primary", form: null, undo: true, writes: false },
      { kind: MODERATION.kind, name: "reject", label: "Reject", tone: "danger", form: NOTES, undo: true, writes: true },
    ],
  },
];
const PAST: BulkQueue = {
  queue: "published",
  title: "Published reviews",
  past: true,
  facets: ["rating", "flagged"],
  kinds: [MODERATION],
  outcomes: [{ kind: MODERATION.kind, name: "investigate", label: "Investigate", tone: "neutral", form: NOTES, undo: false, writes: false }],
};
const RETURN = { name: "return", label: "Return", tone: "neutral", form: null, undo: true, writes: false } as const;
const SHARED: BulkQueue = {
  queue: "backlog",
  title: "Backlog",
  past: false,
  facets: ["rating", "flagged"],
  kinds: [MODERATION, TESTIMONIAL],
  outcomes: [
    { ...RETURN, kind: MODERATION.kind },
    { ...RETURN, kind: TESTIMONIAL.kind },
    { ...RETURN, kind: TESTIMONIAL.kind, name: "reject", label: "Refuse", form: NOTES },
  ],
};
const SEEN = "2026-11-20T09:42:00.123456+00:00";
const EMPTY: BulkPreview = { previewed_at: SEEN, ask_above: 20, count: 0, is_exact: true, held: 0, confirmation: false, sample: [] };

const rows = (count: number) => Array.from({ length: count }, (_, place) => aRow(4 + place));

const previewed: unknown[] = [];
const accepted: unknown[] = [];

beforeEach(() => {
  previewed.length = accepted.length = 0;
  server.use(
    http.get("*/api/bulk/queues", () => HttpResponse.json(QUEUES)),
    http.get("*/api/bulk", () => HttpResponse.json({ items: [], next_cursor: null })),
    http.get("*/api/bulk/7/items", () => HttpResponse.json({ items: [], next_cursor: null })),
    http.get("*/api/queues/:queue/companies", () => HttpResponse.json([])),
    http.get("*/api/bulk/7", () => HttpResponse.json(aBatch())),
  );
});

function previewAs(preview: Partial<BulkPreview>) {
  server.use(
    http.post("*/api/bulk/preview", withBody(previewed, () => HttpResponse.json({ ...EMPTY, ...preview }))),
    http.post("*/api/bulk", withBody(accepted, () => HttpResponse.json({ id: 7, state: "confirming", total: 1_200 }, { status: 202 }))),
  );
}

describe("a batch that is asked for", () => {
  test("is narrowed by what the kinds of its queue declare, and by nothing else", async () => {
    server.use(
      http.get("*/api/bulk/queues", () => HttpResponse.json([...QUEUES, { ...SHARED, queue: "tickets", kinds: [MODERATION], facets: [] }])),
      http.post("*/api/bulk/preview", withBody(previewed, () => HttpResponse.json(EMPTY))),
    );
    const { user } = renderApp("/reviews/bulk-moderate?queue=tickets&outcome=return&rating=1", { as: aHeadModerator() });
    await waitFor(() => expect(previewed).toEqual([{ queue: "tickets", outcome: "return", filter: { q: "" } }]));
    expect(screen.queryByLabelText("Rating")).toBeNull();
    await user.selectOptions(screen.getByLabelText(/^Queue/), "pending");
    expect(await screen.findByLabelText("Rating")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Flagged words"), "Without flagged words");
    await user.selectOptions(screen.getByLabelText(/^Outcome/), "approve");
    await waitFor(() => expect(previewed.at(-1)).toEqual({ queue: "pending", outcome: "approve", filter: { q: "", flagged: false } }));
  });

  test("is about all that fits where that was asked for: its sentence says how many, who must confirm, and what others hold", async () => {
    previewAs({ count: 1_200, held: 12, confirmation: true });
    const { user } = renderApp("/reviews/bulk-moderate?queue=pending&outcome=reject&rating=1&since=2026-11-01", { as: aHeadModerator() });
    expect(await screen.findByText("None is selected.")).toBeVisible();
    expect(screen.getByRole("button", { name: /^Reject: 0/ })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Select all 1,200 in this list" }));
    const sentence = await screen.findByText(/this will decide 1,200 items/);
    expect(sentence).toHaveTextContent("1,200 of them are not shown.");
    expect(sentence).toHaveTextContent("when a second person has confirmed it");
    expect(sentence).toHaveTextContent("Items that others hold are tried again");
    expect(previewed).toEqual([
      { queue: "pending", outcome: "reject", filter: { q: "", rating: 1, since: new Date("2026-11-01T00:00").toISOString() } },
    ]);
    await user.click(screen.getByRole("button", { name: /^Reject: 1,200/ }));
    expect(await screen.findByText("This field is required")).toBeVisible();
    await user.type(screen.getByLabelText("Notes"), "All by one person.");
    await user.type(screen.getByLabelText(/^Note about the batch/), " Of the stag party.");
    expect(screen.getByText("12 held: skipped unless freed").parentElement).toContainElement(
      screen.getByRole("button", { name: /^Reject: 1,200/ }),
    );
    // the page is about this form alone, so its keys work with no field focused
    await user.click(screen.getByRole("heading", { level: 1 }));
    expect(document.body).toHaveFocus();
    await user.keyboard("{Control>}{Enter}{/Control}");
    const dialog = await screen.findByRole("alertdialog", { name: "Reject: 1,200 items at once?" });
    expect(dialog).toHaveTextContent("1,200 of them are not shown.");
    expect(accepted).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: /^Reject: 1,200 items/ }));
    expect(await screen.findByText("All by one person.")).toBeVisible();
    expect(accepted).toMatchObject([{ outcome: "reject", form: { notes: "All by one person." }, note: "Of the stag party.", count: 1_200, previewed_at: SEEN }]);
  });

  test("that sends letters shows what an author would be sent, for each of the items in the sample", async () => {
    const form = {
      ...NOTES,
      "x-preview": "statement",
      properties: { reason: { title: "Reason", type: "string" }, facts: { title: "Facts", type: "string" } },
    };
    const [queue] = QUEUES;
    const outcomes = queue?.outcomes.map((outcome) => ({ ...outcome, form: outcome.writes ? { ...form, required: [] } : null }));
    const composed: unknown[] = [];
    previewAs({ count: 2, sample: rows(2) });
    server.use(
      http.get("*/api/bulk/queues", () => HttpResponse.json([{ ...queue, outcomes }])),
      http.post("*/api/tasks/:id/statement", async ({ request, params }) => {
        composed.push([params.id, (await request.json()) as unknown]);
        return HttpResponse.json({ to: null, subject: "Not published", body: `Letter ${String(params.id)}`, filed: {} });
      }),
    );
    const { user } = renderApp("/reviews/bulk-moderate?queue=pending&outcome=reject", { as: aHeadModerator() });
    await user.type(await screen.findByLabelText(/Reason/), "fake");
    await user.type(screen.getByLabelText(/Facts/), "No such street.");
    expect(await screen.findByText("Letter 4")).toBeVisible();
    await waitFor(() =>
      expect(composed.at(-1)).toEqual(["4", { outcome: "reject", form: { reason: "fake", facts: "No such street." } }]),
    );
    await user.selectOptions(screen.getByLabelText("Letter about"), "Review 5");
    expect(await screen.findByText("Letter 5")).toBeVisible();
    expect(accepted).toEqual([]);
  });

  test("about published reviews is a proposal of a tried entry, and says that it takes them offline", async () => {
    previewAs({ count: 2, sample: rows(2) });
    server.use(http.get("*/api/bulk/queues", () => HttpResponse.json([...QUEUES, PAST])));
    const { user } = renderApp("/reviews/bulk-moderate?queue=published&outcome=investigate&trial=9", { as: aHeadModerator() });
    expect(await screen.findByText(/this will take 2 published reviews offline/)).toHaveTextContent("It cannot be rolled back.");
    expect(previewed).toEqual([{ queue: "published", outcome: "investigate", filter: { q: "", trial: 9 } }]);
    await user.click(screen.getByRole("button", { name: "All items" }));
    expect(await screen.findByRole("button", { name: "Preview" })).toBeDisabled();
    expect(screen.queryByRole("option", { name: "Published reviews" })).toBeNull();
  });

  test("is about one kind where several share the queue, and about the first where the address names none", async () => {
    previewAs({ count: 3, sample: rows(3) });
    server.use(http.get("*/api/bulk/queues", () => HttpResponse.json([...QUEUES, SHARED])));
    const { user } = renderApp("/reviews/bulk-moderate?queue=backlog", { as: aHeadModerator() });
    const kind = await screen.findByLabelText(/Kind of item/);
    expect(kind).toHaveDisplayValue("Moderation of a review");
    expect(screen.queryByRole("option", { name: "Refuse" })).toBeNull();
    await user.selectOptions(screen.getByLabelText("Outcome"), "Return");
    await user.selectOptions(kind, "Testimonial");
    await user.selectOptions(screen.getByLabelText("Outcome"), "Refuse");
    expect(await screen.findByText(/only items of the kind “Testimonial” are meant/)).toBeVisible();
    await user.type(await screen.findByLabelText("Notes"), "Not about us.{Control>}{Enter}{/Control}");
    await waitFor(() => expect(accepted).toMatchObject([{ queue: "backlog", kind: TESTIMONIAL.kind, outcome: "reject" }]));
    expect(previewed).toMatchObject([
      { kind: MODERATION.kind, outcome: "return" },
      { kind: TESTIMONIAL.kind, outcome: "return" },
      { kind: TESTIMONIAL.kind, outcome: "reject" },
    ]);
  });

  test("of a queue with one kind asks for no kind, and an outcome of a later kind is found by its name alone", async () => {
    previewAs({ count: 3, sample: rows(3) });
    server.use(http.get("*/api/bulk/queues", () => HttpResponse.json([...QUEUES, SHARED])));
    const { user } = renderApp("/reviews/bulk-moderate?queue=backlog&outcome=reject", { as: aHeadModerator() });
    expect(await screen.findByLabelText(/Kind of item/)).toHaveDisplayValue("Testimonial");
    await user.selectOptions(screen.getByLabelText("Queue"), "Moderate reviews");
    await user.selectOptions(screen.getByLabelText("Outcome"), "Approve");
    expect(await screen.findByText(/this will decide 3 items of “Moderate reviews”/)).toBeVisible();
    expect(screen.queryByLabelText(/Kind of item/)).toBeNull();
    expect(previewed.at(-1)).not.toHaveProperty("kind");
  });

  test("begins with nothing chosen, and asks about nothing until both are", async () => {
    previewAs({ count: 3, sample: rows(3) });
    const { user } = renderApp("/reviews/bulk-moderate", { as: aHeadModerator() });
    expect(await screen.findByLabelText("Queue")).toHaveDisplayValue("Choose…");
    expect(screen.queryByText("Nothing is chosen yet")).toBeNull();
    await user.selectOptions(screen.getByLabelText("Queue"), "Moderate reviews");
    expect(screen.getByText("Nothing is chosen yet")).toBeVisible();
    expect(screen.getByLabelText("Outcome")).toHaveDisplayValue("Choose…");
    expect(screen.getByRole("button", { name: "Preview" })).toBeDisabled();
    expect([previewed, screen.queryByRole("form")]).toEqual([[], null]);
    await user.selectOptions(screen.getByLabelText("Outcome"), "Approve");
    expect(await screen.findByText(/this will decide 3 items/)).toBeVisible();
  });

  test("shows what the items say, is thinned out, and sends what was seen; a few need no second question", async () => {
    previewAs({ count: 3, sample: rows(3) });
    const { user } = renderApp("/reviews/bulk-moderate?queue=pending&outcome=approve", { as: aHeadModerator() });
    expect(await screen.findAllByText("We brought our old spaniel in.")).toHaveLength(3);
    expect(screen.queryByText(/skipped unless freed/)).toBeNull();
    await user.click(screen.getByRole("checkbox", { name: /Review 5/ }));
    expect(screen.getByText(/3 items fit/).parentElement).toHaveTextContent("3 items fit; all of them are shown");
    expect(screen.getByText("2 are selected.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Approve: 2 items/ }));
    await waitFor(() => expect(accepted).toMatchObject([{ task_ids: [4, 6], count: 2, previewed_at: SEEN }]));
  });

  test("is never about items that nobody sees, but where all of the list are selected by their line", async () => {
    previewAs({ count: 56, sample: rows(8) });
    const { user } = renderApp("/reviews/bulk-moderate?queue=pending&outcome=approve", { as: aHeadModerator() });
    expect(await screen.findByText("6 are selected.")).toBeVisible();
    const named = (name: RegExp) => screen.findByRole("button", { name });
    const all = () => screen.getByRole("checkbox", { name: "Select all that are shown" });
    expect(await named(/^Approve: 6 items/)).toBeEnabled();
    await user.click(screen.getByRole("button", { name: "Show 2 more" }));
    expect(all()).toBePartiallyChecked();
    await user.click(all());
    expect(await named(/^Approve: 8 items/)).toBeEnabled();
    await user.click(screen.getByRole("button", { name: "Select all 56 in this list" }));
    expect(await screen.findByText("56 are selected, all that fit. 48 of them are not shown.")).toBeVisible();
    await user.click(screen.getByRole("checkbox", { name: /Review 5/ }));
    expect(await screen.findByText("55 are selected. 48 of them are not shown.")).toBeVisible();
    await user.click(all()); // the checkbox is indeterminate: a click selects all
    expect(await screen.findByText(/^56 are selected/)).toBeVisible();
    await user.click(all());
    expect(await screen.findByText("None is selected.")).toBeVisible();
    expect(await named(/^Approve: 0 items/)).toBeDisabled();
  });

  test("of some items of a long list is about these alone, and asks the server about them", async () => {
    previewAs({ count: 56, sample: rows(2) });
    const { user } = renderApp("/reviews/bulk-moderate?queue=pending&outcome=approve", { as: aHeadModerator() });
    await user.click(await screen.findByRole("checkbox", { name: "Select all that are shown" }));
    await screen.findByText("None is selected.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await user.click(screen.getByRole("checkbox", { name: /Review 5/ }));
    await user.click(await screen.findByRole("button", { name: /^Approve: 1 item/ }));
    await waitFor(() => expect(accepted).toMatchObject([{ task_ids: [5], count: 1, previewed_at: SEEN }]));
    expect(previewed.at(-1)).toMatchObject({ task_ids: [5] });
  });

  test("of a whole list leaves out what was taken out of it", async () => {
    previewAs({ count: 9, sample: rows(8) });
    const { user } = renderApp("/reviews/bulk-moderate?queue=pending&outcome=approve", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "Select all 9 in this list" }));
    await user.click(screen.getByRole("checkbox", { name: /Review 5/ }));
    await user.click(await screen.findByRole("button", { name: /^Approve: 8 items/ }));
    await waitFor(() => expect(accepted).toMatchObject([{ without: [5], count: 8 }]));
    expect(accepted[0]).not.toHaveProperty("task_ids");
  });

  test("that is refused because what fits has changed says what, and shows it anew", async () => {
    previewAs({ count: 3, sample: rows(3) });
    const preview = { previewed: 3, same: 1, arrived: 2, changed: 1 };
    server.use(http.post("*/api/bulk", () => refusal(409, "preview_changed", { preview })));
    const { user } = renderApp("/reviews/bulk-moderate?queue=pending&outcome=approve", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: /^Approve: 3 items/ }));
    expect(await screen.findByText(/Nothing was decided/)).toHaveTextContent(
      "2 items have arrived or come back. 1 item says something else. 1 item is gone.",
    );
    await waitFor(() => expect(previewed).toHaveLength(2));
  });

  test("cannot be asked for when nothing fits", async () => {
    previewAs({});
    renderApp("/reviews/bulk-moderate?queue=pending&outcome=approve", { as: aHeadModerator() });
    expect(await screen.findByText("No open item fits")).toBeVisible();
    expect(screen.queryByRole("form")).toBeNull();
  });

  test("that wait for a second person come first, with the way to confirm them for who did not ask", async () => {
    const asked = { state: "confirming", expires_at: "2099-11-20T10:42:00Z", by: { id: 99, name: "Hilde Brandt" } } as const;
    const items = [aBatch({ id: 9 }), aBatch({ id: 8, ...asked, by: { id: 2, name: "Me" } }), aBatch({ id: 7, ...asked })];
    server.use(http.get("*/api/bulk", () => HttpResponse.json({ items, next_cursor: null })));
    renderApp("/reviews/bulk-moderate", { as: aHeadModerator({ id: 2 }) });
    expect(await screen.findByRole("link", { name: "Look and confirm" })).toHaveAttribute("href", "/bulk/7");
    const { label, total } = aBatch();
    expect(screen.getAllByRole("link", { name: `${label} ${total.toLocaleString("en-GB")} items` }), "the title says how many").toHaveLength(3);
    expect(screen.getByText("Choose a queue and an outcome")).toBeVisible();
    const rows = screen.getAllByRole("row").map((row) => row.textContent);
    expect(rows.findIndex((row) => row.includes("Batch 9")), "what needs nobody is last").toBe(rows.length - 1);
    expect(screen.getByText("Waits for another person")).toBeVisible();
    expect(screen.getByText("Waits for you")).toBeVisible();
  });
});
