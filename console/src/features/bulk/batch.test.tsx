import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import type { BatchDetail } from "@/api/types";
import { aBatch } from "@/testing/batches";
import { aHeadModerator } from "@/testing/factories";
import { refusal, withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

beforeEach(() =>
  server.use(
    http.get("*/api/bulk/queues", () => HttpResponse.json([])),
    http.get("*/api/bulk", () => HttpResponse.json({ items: [], next_cursor: null })),
    http.get("*/api/bulk/7/items", () => HttpResponse.json({ items: [], next_cursor: null })),
    http.get("*/api/bulk/7", () => HttpResponse.json(aBatch())),
  ),
);

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

  describe("that waits for a second person", () => {
    const asked = { state: "confirming", by: { id: 99, name: "Hilde Brandt" }, total: 1_200, waiting: 1_200, done: 0, skipped: 0 } as const;
    const item = { task_id: 1, subject_id: 48190, company: "Marlpit Removals", rating: 2, arrived_at: "2026-11-14T09:42:00Z" };
    const text = `Thanks\n\n${"It was very good. ".repeat(4)}My voucher code came.`;
    const at = text.indexOf("voucher");
    const items = Array.from({ length: 20 }, (_, number) => ({ ...item, task_id: number, text, marks: [[at, at + 12]] }));
    const sent: unknown[] = [];

    beforeEach(() => {
      sent.length = 0;
      server.use(
        http.get("*/api/bulk/7", () => HttpResponse.json(aBatch(sent.length > 0 ? { ...asked, state: "cancelled" } : asked))),
        http.get("*/api/bulk/7/sample", () => HttpResponse.json({ companies: 4, low: 1_206, held: 14, items, letter: { to: "a…@example.com", subject: "Your review", body: "We do not publish it." } })),
        http.post("*/api/bulk/7/:verb", withCall(sent, async ({ params, request }) => [params.verb, (await request.json()) as unknown], () => HttpResponse.json({}))),
      );
    });

    test("shows who did not ask its figures and a sample, each row of which opens to the whole text", async () => {
      const { user } = renderApp("/bulk/7", { as: me });
      const card = within(await screen.findByRole("region", { name: "State" }));
      expect(await card.findByText("would be rejected")).toBeVisible();
      expect([...document.querySelectorAll(".figures b")].map((figure) => figure.textContent)).toEqual(["1,200", "4", "1,206", "14"]);
      expect(screen.getByText("Hilde Brandt asks for a second person.").parentElement).toHaveTextContent("This outcome writes to more than 200 people");
      expect(screen.getByText("15 min before letters go")).toBeVisible();
      await user.click(screen.getByRole("button", { name: "See the letter" }));
      expect(within(screen.getByRole("dialog")).getByText("We do not publish it.")).toBeVisible();
      await user.keyboard("{Escape}");
      expect(screen.queryByText(/decided/)).toBeNull();
      expect(screen.queryByRole("button", { name: "Cancel the batch" })).toBeNull();
      expect(card.getByText("7 of 20, drawn at random")).toBeVisible();
      const rows = card.getAllByText("48190");
      expect(rows).toHaveLength(7);
      const line = rows[0]?.closest("summary");
      expect(line).toHaveTextContent(/^Thanks… .*My voucher code came\.Marlpit Removals48190/);
      expect(line?.querySelector("mark")).toHaveTextContent("voucher code");
      await user.click(line ?? document.body);
      expect(within(line?.parentElement ?? document.body).getAllByText(/^(Thanks|It was very good)/, { selector: "p" })).toHaveLength(2);
      await user.click(card.getByRole("button", { name: "See all 20" }));
      expect(card.getAllByText("48190")).toHaveLength(20);
      expect(card.queryByRole("button", { name: "See all 20" })).toBeNull();
    });

    test("is confirmed, with a note, by who has read the sample", async () => {
      const { user } = renderApp("/bulk/7", { as: me });
      const confirm = await screen.findByRole("button", { name: /^Confirm and run/ });
      expect(confirm).toBeDisabled();
      await user.type(screen.getByLabelText(/Note to Hilde Brandt/), "Read all of them.");
      await user.keyboard("{Control>}{Enter}{/Control}");
      expect(sent).toEqual([]);
      await user.click(screen.getByLabelText(/I have read the sample/));
      await user.keyboard("{Control>}{Enter}{/Control}");
      await waitFor(() => expect(sent).toEqual([["confirm", { note: "Read all of them." }]]));
    });

    test("is declined in one step", async () => {
      const { user } = renderApp("/bulk/7", { as: me });
      await user.click(await screen.findByRole("button", { name: "Decline" }));
      await waitFor(() => expect(sent).toEqual([["cancel", { note: "" }]]));
      expect(await screen.findByText("Declined. Nothing was decided.")).toBeVisible();
    });

    test("says that it has lapsed, and keeps the note", async () => {
      server.use(http.post("*/api/bulk/7/confirm", () => refusal(409, "batch_lapsed")));
      const { user } = renderApp("/bulk/7", { as: me });
      await user.click(await screen.findByLabelText(/I have read the sample/));
      await user.type(screen.getByLabelText(/Note to Hilde Brandt/), "Fits.");
      await user.click(screen.getByRole("button", { name: /^Confirm and run/ }));
      expect(await screen.findByText(/Nobody confirmed the batch in time/)).toBeVisible();
      expect(screen.getByLabelText(/Note to Hilde Brandt/)).toHaveValue("Fits.");
    });

    test("shows who asked for it that another person must confirm it", async () => {
      renderApp("/bulk/7", { as: aHeadModerator({ id: 99 }) });
      expect(await screen.findByText("Another person with this tool must confirm it.")).toBeVisible();
      expect(screen.queryByRole("button", { name: /^Confirm and run/ })).toBeNull();
      expect(screen.getByRole("button", { name: "Cancel the batch" })).toBeVisible();
    });
  });

  test("that was declined says in its log who did, and what they said", async () => {
    const declined = { state: "cancelled", cancelled_by: { id: 2, name: "Marta Ellwood" }, finished_at: "2026-11-20T09:50:00Z", answer: "Half of them are true." } as const;
    server.use(http.get("*/api/bulk/7", () => HttpResponse.json(aBatch({ ...declined, by: { id: 99, name: "Hilde Brandt" } }))));
    renderApp("/bulk/7", { as: me });
    const [entry] = within(await screen.findByRole("region", { name: "Log" })).getAllByRole("listitem");
    expect(entry).toHaveTextContent(/Marta Ellwood declined it.*Half of them are true\./);
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
      http.get("*/api/bulk/7", () => HttpResponse.json(aBatch({ filter: null, note: null, form: null }))),
      http.get("*/api/bulk/7/items", () => refusal(403, "forbidden")),
    );
    renderApp("/bulk/7", { as: me });
    expect(await screen.findByText("1,180", { selector: "b" })).toBeVisible();
    expect(screen.getByRole("img", { name: "Decided 1,180, Skipped 20" })).toBeVisible();
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
    const item = { id: 9, task_id: 31, subject_id: 5516, title: "Kind people", company: "Alderwick", result: "waiting", code: "task_taken" } as const;
    const sent: string[] = [];
    server.use(
      http.get("*/api/bulk/7", () => HttpResponse.json(aBatch(held))),
      http.get("*/api/bulk/7/items", () => HttpResponse.json({ items: [{ ...item, holder: { id: 12, name: "Callum Frayne" } }], next_cursor: null })),
      http.get("*/api/bulk/7/rollback", () => HttpResponse.json({ possible: 114, refused: [] })),
      http.post("*/api/bulk/7/rollback", withCall(sent, ({ request }) => request.method, () => HttpResponse.json(aBatch({ ...held, state: "rolling_back" })))),
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

  test.each([
    ["2026-11-20T10:00:20Z", "Finished in under 1 min"],
    ["2026-11-20T10:05:00Z", "Finished in 5 min"],
  ])("that ended at %s says how long it took", async (finished, words) => {
    const batch = aBatch({ state: "done", started_at: "2026-11-20T10:00:00Z", finished_at: finished });
    server.use(http.get("*/api/bulk/7", () => HttpResponse.json(batch)));
    renderApp("/bulk/7", { as: me });
    expect(await screen.findByText(words)).toBeVisible();
  });

  test("that was rolled back says in one number how far, why it was asked for, and in its log who did what", async () => {
    const batch = aBatch({
      state: "rolled_back",
      done: 20,
      skipped: 0,
      rolled_back: 1_180,
      note: "The stag party.",
      confirmed_by: { id: 9, name: "Ada Byron" },
      confirmed_at: "2026-11-20T09:43:00Z",
      started_at: "2026-11-20T10:00:00Z",
      rolled_back_at: "2026-11-20T10:00:00Z",
      finished_at: "2026-11-20T10:01:00Z",
    });
    server.use(http.get("*/api/bulk/7", () => HttpResponse.json(batch)));
    renderApp("/bulk/7", { as: me });
    expect((await screen.findByText("1,180", { selector: "b" })).parentElement).toHaveTextContent("1,180 of 1,200 rolled back");
    expect(screen.getByRole("img", { name: "Decided 20, Rolled back 1,180" })).toBeVisible();
    expect(within(screen.getByRole("region", { name: "What it does" })).getByText("The stag party.")).toBeVisible();
    const log = within(screen.getByRole("region", { name: "Log" })).getAllByRole("listitem");
    expect(log.map((entry) => entry.querySelector("p")?.textContent)).toEqual([
      "Rollback ended",
      "Marta Ellwood rolled it back",
      "Ada Byron confirmed it",
      "Marta Ellwood asked for it",
    ]);
  });

  test("of a queue with several kinds is named with its kind", async () => {
    server.use(http.get("*/api/bulk/7", () => HttpResponse.json(aBatch({ queue: "backlog", kind: "testimonial_transcription" }))));
    renderApp("/bulk/7", { as: me });
    expect(await screen.findByRole("heading", { level: 1, name: /^Reject: [\d,]+ items?$/ })).toBeVisible();
  });

  test("that does not exist says so, and leads back to the tool instead of asking to refresh", async () => {
    server.use(http.get("*/api/bulk/7", () => refusal(404, "not_found")));
    const { user, place } = renderApp("/bulk/7", { as: me });
    expect(await screen.findByRole("heading", { name: "There is no batch with this number" })).toBeVisible();
    expect(screen.queryByText(/refresh/i)).toBeNull();
    const [back] = screen.getAllByRole("link", { name: "All batches" }).slice(-1);
    await user.click(back ?? document.body);
    await waitFor(() => expect(place()).toBe("/reviews/bulk-moderate"));
  });

  test("shows the holder of what was skipped", async () => {
    const item = { id: 1, task_id: 5, subject_id: 48190, title: "Dreadful", company: "Quayle", result: "skipped", code: "task_taken", holder: { id: 3, name: "Piet Visser" } };
    const left = { ...item, id: 2, task_id: 6, title: "Careless", code: "batch_rolled_back", holder: null };
    server.use(http.get("*/api/bulk/7/items", () => HttpResponse.json({ items: [item, left], next_cursor: null })));
    renderApp("/bulk/7", { as: me });
    const row = (await screen.findByText("Dreadful")).closest("tr");
    expect(row).toHaveTextContent(/48190.*Dreadful.*Skipped.*Piet Visser has it/);
    expect(screen.getByText("Careless").closest("tr")).toHaveTextContent(/Skipped.*the batch was rolled back before/);
    expect(screen.getByRole("link", { name: "Dreadful" })).toHaveAttribute("href", "/review/48190");
    expect(screen.queryByRole("columnheader", { name: "Why" })).toBeNull();
    expect(screen.getByRole("button", { name: "Try 20 skipped items again" })).toBeEnabled();
  });
});
