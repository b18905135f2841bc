import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import type { BatchDetail, BulkPreview, BulkQueue } from "@/api/types";
import { aRow } from "@/testing/desk/factories";
import { aHeadModerator } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
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
  kinds: [MODERATION],
  outcomes: [{ kind: MODERATION.kind, name: "investigate", label: "Investigate", tone: "neutral", form: NOTES, undo: false, writes: false }],
};
const RETURN = { name: "return", label: "Return", tone: "neutral", form: null, undo: true, writes: false } as const;
const SHARED: BulkQueue = {
  queue: "backlog",
  title: "Backlog",
  past: false,
  kinds: [MODERATION, TESTIMONIAL],
  outcomes: [
    { ...RETURN, kind: MODERATION.kind },
    { ...RETURN, kind: TESTIMONIAL.kind },
    { ...RETURN, kind: TESTIMONIAL.kind, name: "reject", label: "Refuse", form: NOTES },
  ],
};
const SEEN = "2026-11-20T09:42:00.123456+00:00";
const EMPTY: BulkPreview = { previewed_at: SEEN, ask_above: 20, count: 0, is_exact: true, held: 0, confirmation: false, sample: [] };

function aBatch(change: Partial<BatchDetail> = {}): BatchDetail {
  return {
    id: 7,
    queue: "pending",
    kind: MODERATION.kind,
    title: "Moderate reviews",
    outcome: "reject",
    label: "Reject",
    undo: true,
    writes: true,
    state: "done",
    total: 1_200,
    waiting: 0,
    done: 1_180,
    skipped: 20,
    failed: 0,
    rolled_back: 0,
    by: { id: 2, name: "Marta Ellwood" },
    at: "2026-11-20T09:42:00Z",
    confirmed_by: null,
    confirmed_at: null,
    cancelled_by: null,
    expires_at: null,
    started_at: null,
    finished_at: null,
    seconds_left: null,
    failed_attempts: 0,
    tries_again_at: null,
    filter: { rating: 1 },
    form: [{ title: "Notes", value: "All by one person." }],
    ...change,
  };
}

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
    http.post("*/api/bulk/preview", async ({ request }) => {
      previewed.push(await request.json());
      return HttpResponse.json({ ...EMPTY, ...preview });
    }),
    http.post("*/api/bulk", async ({ request }) => {
      accepted.push(await request.json());
      return HttpResponse.json({ id: 7, state: "confirming", total: 1_200 }, { status: 202 });
    }),
  );
}

describe("a batch that is asked for", () => {
  test("is about all that fits: its sentence says how many, who must confirm, and what others hold", async () => {
    previewAs({ count: 1_200, held: 12, confirmation: true });
    const { user } = renderApp("/reviews/bulk-moderate?queue=pending&outcome=reject&rating=1&since=2026-11-01", { as: aHeadModerator() });
    const sentence = await screen.findByText(/this will decide 1,200 items/);
    expect(sentence).toHaveTextContent("when a second person has confirmed it");
    expect(sentence).toHaveTextContent("Items that others hold are tried again");
    expect(previewed).toEqual([
      { queue: "pending", outcome: "reject", filter: { q: "", rating: 1, since: new Date("2026-11-01T00:00").toISOString() } },
    ]);
    await user.click(screen.getByRole("button", { name: /^Reject: 1,200/ }));
    expect(await screen.findByText("This field is required")).toBeVisible();
    await user.type(screen.getByLabelText("Notes"), "All by one person.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    const dialog = await screen.findByRole("alertdialog", { name: "Reject: 1,200 items at once?" });
    expect(accepted).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: /^Reject: 1,200 items/ }));
    expect(await screen.findByText("All by one person.")).toBeVisible();
    expect(accepted).toMatchObject([{ outcome: "reject", form: { notes: "All by one person." }, count: 1_200, previewed_at: SEEN }]);
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
    previewAs({ count: 3, sample: [aRow(4), aRow(5)] });
    server.use(
      http.get("*/api/bulk/queues", () => HttpResponse.json([{ ...queue, outcomes }])),
      http.post("*/api/tasks/:id/statement", async ({ request, params }) => {
        composed.push([params.id, await request.json()]);
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
    previewAs({ count: 2, sample: [aRow(4)] });
    server.use(http.get("*/api/bulk/queues", () => HttpResponse.json([...QUEUES, PAST])));
    const { user } = renderApp("/reviews/bulk-moderate?queue=published&outcome=investigate&trial=9", { as: aHeadModerator() });
    expect(await screen.findByText(/this will take 2 published reviews offline/)).toHaveTextContent("It cannot be rolled back.");
    expect(previewed).toEqual([{ queue: "published", outcome: "investigate", filter: { q: "", trial: 9 } }]);
    await user.click(screen.getByRole("button", { name: "All items" }));
    expect(await screen.findByText("Nothing is chosen yet")).toBeVisible();
    expect(screen.queryByRole("option", { name: "Published reviews" })).toBeNull();
  });

  test("is about one kind where several share the queue, and about the first where the address names none", async () => {
    previewAs({ count: 3 });
    server.use(http.get("*/api/bulk/queues", () => HttpResponse.json([...QUEUES, SHARED])));
    const { user } = renderApp("/reviews/bulk-moderate?queue=backlog", { as: aHeadModerator() });
    const kind = await screen.findByLabelText(/Kind of item/);
    expect(kind).toHaveDisplayValue("Moderation of a review");
    expect(screen.queryByRole("option", { name: "Refuse" })).toBeNull();
    await user.selectOptions(screen.getByLabelText("What is to be decided"), "Return");
    await user.selectOptions(kind, "Testimonial");
    await user.selectOptions(screen.getByLabelText("What is to be decided"), "Refuse");
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
    previewAs({ count: 3 });
    server.use(http.get("*/api/bulk/queues", () => HttpResponse.json([...QUEUES, SHARED])));
    const { user } = renderApp("/reviews/bulk-moderate?queue=backlog&outcome=reject", { as: aHeadModerator() });
    expect(await screen.findByLabelText(/Kind of item/)).toHaveDisplayValue("Testimonial");
    await user.selectOptions(screen.getByLabelText("Queue"), "Moderate reviews");
    await user.selectOptions(screen.getByLabelText("What is to be decided"), "Approve");
    expect(await screen.findByText(/this will decide 3 items of “Moderate reviews”/)).toBeVisible();
    expect(screen.queryByLabelText(/Kind of item/)).toBeNull();
    expect(previewed.at(-1)).not.toHaveProperty("kind");
  });

  test("begins with nothing chosen, and asks about nothing until both are", async () => {
    previewAs({ count: 3 });
    const { user } = renderApp("/reviews/bulk-moderate", { as: aHeadModerator() });
    expect(await screen.findByText("Nothing is chosen yet")).toBeVisible();
    expect(screen.getByLabelText("Queue")).toHaveDisplayValue("Choose…");
    await user.selectOptions(screen.getByLabelText("Queue"), "Moderate reviews");
    expect(screen.getByLabelText("What is to be decided")).toHaveDisplayValue("Choose…");
    expect([previewed, screen.queryByRole("form")]).toEqual([[], null]);
    await user.selectOptions(screen.getByLabelText("What is to be decided"), "Approve");
    expect(await screen.findByText(/this will decide 3 items/)).toBeVisible();
  });

  test("shows what the items say, is thinned out, and sends what was seen; a few need no second question", async () => {
    previewAs({ count: 3, sample: [4, 5, 6].map((id) => aRow(id)) });
    const { user } = renderApp("/reviews/bulk-moderate?queue=pending&outcome=approve", { as: aHeadModerator() });
    expect(await screen.findAllByText("We brought our old spaniel in.")).toHaveLength(3);
    await user.click(screen.getByRole("checkbox", { name: /Review 5/ }));
    expect(screen.getByText(/3 items fit/).parentElement).toHaveTextContent("3 items fit; all of them are shown; 1 taken out");
    await user.click(screen.getByRole("button", { name: /^Approve: 2 items/ }));
    await waitFor(() => expect(accepted).toMatchObject([{ without: [5], count: 2, previewed_at: SEEN }]));
  });

  test("that is refused because what fits has changed says what, and shows it anew", async () => {
    previewAs({ count: 3, sample: [aRow(4)] });
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
});

describe("a batch", () => {
  const me = aHeadModerator({ id: 2 });

  test("says before its rollback what cannot be taken back, and why", async () => {
    server.use(
      http.get("*/api/bulk/7/rollback", () => HttpResponse.json({ possible: 1_100, refused: [{ code: "undo_ended", count: 80 }] })),
    );
    const { user } = renderApp("/bulk/7", { as: me });
    await user.click(await screen.findByRole("button", { name: "Roll back" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(await within(dialog).findByText(/1,100 decisions can be taken back/)).toHaveTextContent("80 cannot: it has taken effect.");
  });

  test("of somebody else is cancelled by who answers No to its confirmation", async () => {
    const asked: string[] = [];
    server.use(
      http.get("*/api/bulk/7", () => HttpResponse.json(aBatch({ state: asked.length ? "cancelled" : "confirming", by: { id: 99, name: "Hilde Brandt" } }))),
      http.post("*/api/bulk/7/:verb", ({ params }) => {
        asked.push(String(params.verb));
        return HttpResponse.json({});
      }),
    );
    const { user } = renderApp("/bulk/7", { as: me });
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("“No” cancels the batch.");
    await user.click(within(dialog).getByRole("button", { name: "No" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(asked).toEqual(["cancel"]);
    expect(await screen.findByText("The batch is cancelled.")).toBeVisible();
  });

  test("of somebody else can be confirmed, and neither tried again nor rolled back", async () => {
    server.use(
      http.get("*/api/bulk/7", () => HttpResponse.json(aBatch({ state: "confirming", by: { id: 99, name: "Hilde Brandt" } }))),
      http.post("*/api/bulk/7/confirm", () => refusal(409, "batch_lapsed")),
    );
    const { user } = renderApp("/bulk/7", { as: me });
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("Hilde Brandt asks for “Reject” for 1,200 items.");
    await user.click(within(dialog).getByRole("button", { name: /^Confirm/ }));
    expect(await within(dialog).findByText(/Nobody confirmed the batch in time/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Roll back" })).toBeNull();
  });

  test.each([
    [{}, "the whole queue"],
    [{ chosen: 1 }, "1 item, chosen by its number"],
    [{ chosen: 1200 }, "1,200 items, chosen by their numbers"],
    [{ rating: 1, q: "ring" }, "1 star; Words in the text: “ring”"],
  ])("with the filter %j says what was asked for", async (filter, words) => {
    server.use(http.get("*/api/bulk/7", () => HttpResponse.json(aBatch({ filter }))));
    renderApp("/bulk/7", { as: me });
    expect(await screen.findByText(words)).toBeVisible();
  });

  test("of a queue without its permission shows numbers, and neither what was asked for nor the items", async () => {
    server.use(
      http.get("*/api/bulk/7", () => HttpResponse.json(aBatch({ filter: null, form: null }))),
      http.get("*/api/bulk/7/items", () => refusal(403, "forbidden")),
    );
    renderApp("/bulk/7", { as: me });
    expect(await screen.findByText("1,200 of 1,200 items processed")).toBeVisible();
    expect(screen.getByText(/shown to people with the permission of this queue/)).toBeVisible();
    expect(screen.queryByText("the whole queue")).toBeNull();
    expect(screen.queryByRole("table")).toBeNull();
  });

  test("that an error stopped says what becomes of it, and its owner lets it go on", async () => {
    let state: BatchDetail["state"] = "stopped";
    const stopped = { waiting: 20, skipped: 0, failed_attempts: 64 };
    server.use(
      http.get("*/api/bulk/7", () => HttpResponse.json(aBatch(state === "stopped" ? { ...stopped, state } : { state }))),
      http.post("*/api/bulk/7/retry", () => {
        state = "running";
        return HttpResponse.json(aBatch({ state }));
      }),
    );
    const { user } = renderApp("/bulk/7", { as: me });
    const notice = await screen.findByText(/an error in the product stopped it after 64 attempts/);
    expect(notice).toHaveTextContent("What is decided stays decided. Let it go on.");
    expect(within(notice).getByRole("link", { name: "Show failed jobs" })).toHaveAttribute("href", "/jobs/failed");
    expect(screen.getByRole("button", { name: "Cancel the batch" })).toBeEnabled();
    await user.click(screen.getByRole("button", { name: "Let it go on" }));
    await waitFor(() => expect(screen.queryByText(/an error in the product/)).toBeNull());
    expect(screen.getByText("Running", { selector: ".badge" })).toBeVisible();
  });

  test("of somebody else that has stopped names who lets it go on", async () => {
    const by = { id: 99, name: "Hilde Brandt" };
    server.use(http.get("*/api/bulk/7", () => HttpResponse.json(aBatch({ by, state: "stopped", failed_attempts: 64 }))));
    renderApp("/bulk/7", { as: me });
    expect(await screen.findByText(/Hilde Brandt can let it go on\./)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Let it go on" })).toBeNull();
  });

  test("whose items fail says when they are tried again", async () => {
    const failing = { state: "running", failed_attempts: 3, tries_again_at: "2026-11-20T09:45:00Z" } as const;
    server.use(http.get("*/api/bulk/7", () => HttpResponse.json(aBatch(failing))));
    renderApp("/bulk/7", { as: me });
    expect(await screen.findByText(/an error occurred 3 times\. It is tried again by itself at \d\d:\d\d\./)).toBeVisible();
  });

  test("that waits for what others hold names it and who has it, and can be rolled back at once", async () => {
    const held = { state: "running", total: 115, done: 114, waiting: 1, seconds_left: null, undo: true, by: { id: me.id, name: "Marta Ellwood" } } as const;
    const item = { id: 9, task_id: 31, title: "Kind people", company: "Alderwick", result: "waiting", code: "task_taken" } as const;
    const sent: string[] = [];
    server.use(
      http.get("*/api/bulk/7", () => HttpResponse.json(aBatch(held))),
      http.get("*/api/bulk/7/items", () => HttpResponse.json({ items: [{ ...item, holder: { id: 12, name: "Callum Frayne" } }], next_cursor: null })),
      http.get("*/api/bulk/7/rollback", () => HttpResponse.json({ possible: 114, refused: [] })),
      http.post("*/api/bulk/7/rollback", ({ request }) => {
        sent.push(request.method);
        return HttpResponse.json(aBatch({ ...held, state: "rolling_back" }));
      }),
    );
    const { user } = renderApp("/bulk/7", { as: me });
    const notice = (await screen.findByText(/^1 item is held by somebody else\./)).closest<HTMLElement>("[class*=notice]");
    await waitFor(() => expect(notice).toHaveTextContent("Kind people: Callum Frayne has it"));
    await user.click(screen.getByRole("button", { name: "Roll back" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(await within(dialog).findByText(/^114 decisions can be taken back\. What is held is left as it is\.$/)).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Roll back" }));
    await waitFor(() => expect(sent).toEqual(["POST"]));
  });

  test("of a queue with several kinds is named with its kind", async () => {
    server.use(http.get("*/api/bulk/7", () => HttpResponse.json(aBatch({ queue: "backlog", kind: TESTIMONIAL.kind }))));
    renderApp("/bulk/7", { as: me });
    expect(await screen.findByRole("heading", { level: 1, name: "Reject: Backlog (Testimonial)" })).toBeVisible();
  });

  test("that does not exist leads back to the tool", async () => {
    server.use(http.get("*/api/bulk/7", () => refusal(404, "not_found")));
    const { user, place } = renderApp("/bulk/7", { as: me });
    await screen.findByRole("alert");
    await user.click(screen.getByRole("link", { name: "All batches" }));
    expect(place()).toBe("/reviews/bulk-moderate");
  });

  test("shows the holder of what was skipped", async () => {
    const item = { id: 1, task_id: 5, title: "Dreadful", company: "Quayle", result: "skipped", code: "task_taken", holder: { id: 3, name: "Piet Visser" } };
    server.use(http.get("*/api/bulk/7/items", () => HttpResponse.json({ items: [item], next_cursor: null })));
    renderApp("/bulk/7", { as: me });
    expect((await screen.findByText("Dreadful")).closest("tr")).toHaveTextContent("Piet Visser has it");
    expect(screen.getByRole("button", { name: "Try 20 skipped items again" })).toBeEnabled();
  });
});
