import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

import type { BatchDetail, BatchItem, TicketRow } from "@/api/types";
import { CALLUM } from "@/testing/desk/factories";
import { aTicketRow, AT } from "@/testing/desk/tickets";
import { aHeadModerator, aModerator } from "@/testing/factories";
import { refusal, withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const ME = { id: 2, name: "Marta Ellwood" };

function listed(rows: TicketRow[], next: string | null = null) {
  server.use(http.get("*/api/tickets", () => HttpResponse.json({ items: rows, next_cursor: next, searched: null })));
}

function aBatch(change: Partial<BatchDetail>): BatchDetail {
  return {
    ...{ id: 7, queue: "tickets", kind: "ticket_resolution", title: "Tickets", outcome: "resolve", label: "Mark as resolved" },
    ...{ undo: false, writes: false },
    ...{ state: "done", total: 2, waiting: 0, done: 2, skipped: 0, failed: 0, rolled_back: 0, by: ME, at: AT },
    ...{ confirmed_by: null, confirmed_at: null, cancelled_by: null, expires_at: null, started_at: null, finished_at: null, rolled_back_at: null },
    ...{ confirm_above: 200, hold_seconds: 900, seconds_left: null, failed_attempts: 0, tries_again_at: null, filter: { chosen: 2 }, note: "", answer: "", form: [] },
    ...change,
  };
}

const anItem = (taskId: number, change: Partial<BatchItem> = {}): BatchItem => ({
  ...{ id: taskId, task_id: taskId, subject_id: taskId, title: "", company: "", result: "done", code: "", holder: null },
  ...change,
});

/** Accepts a batch, serves its state and its results; records the request. */
function resolving(batch: Partial<BatchDetail>, items: BatchItem[]) {
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/bulk", withCall(asked, async ({ request }) => ({ ...((await request.json()) as object), key: (request.headers.get("Idempotency-Key") ?? "") !== "" }), () =>
      HttpResponse.json({ id: 7, state: "waiting", total: items.length }, { status: 202 }),
    )),
    http.get("*/api/bulk/7", () => HttpResponse.json(aBatch(batch))),
    http.get("*/api/bulk/7/items", () => HttpResponse.json({ items, next_cursor: null })),
  );
  return asked;
}

const box = (id: number) => screen.findByRole("checkbox", { name: `Select Question ${id}` });
const bar = (count: number) => screen.findByRole("group", { name: `${count} selected` });

describe("tickets that are selected in their list", () => {
  test("are resolved together, each as it was read, and leave the selection", async () => {
    listed([aTicketRow(4), aTicketRow(5), aTicketRow(6)]);
    const asked = resolving({}, [anItem(1_004), anItem(1_005)]);
    const { user } = renderApp("/tickets/list", { as: aHeadModerator({ id: ME.id }) });
    await user.click(await box(4));
    await user.click(await box(5));
    await user.click(within(await bar(2)).getByRole("button", { name: /^Resolve/ }));
    const dialog = await screen.findByRole("dialog", { name: "Resolve 2 tickets?" });
    expect(asked).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Resolve" }));
    expect(await screen.findByText("2 tickets resolved")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(asked).toEqual([
      { queue: "tickets", outcome: "resolve", task_ids: [1_004, 1_005], revisions: [104, 105], key: true },
    ]);
    expect(screen.queryByRole("group", { name: /selected$/ })).not.toBeInTheDocument();
  });

  test("and are not resolved are named with the reason, and stay selected", async () => {
    listed([aTicketRow(4), aTicketRow(5), aTicketRow(6)]);
    resolving({ total: 3, done: 1, skipped: 1, failed: 1 }, [
      anItem(1_004),
      anItem(1_005, { result: "skipped", code: "task_taken", holder: CALLUM }),
      anItem(1_006, { result: "failed", code: "newer_message" }),
    ]);
    const { user } = renderApp("/tickets/list", { as: aHeadModerator({ id: ME.id }) });
    await user.click(await screen.findByRole("checkbox", { name: "Select all that are shown" }));
    await bar(3);
    within(await bar(3)).getByRole("button", { name: /^Resolve/ }).focus();
    await user.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Resolve 3 tickets?" });
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Resolved: 1. Not resolved: 2.")).toBeVisible();
    const said = within(dialog).getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(said).toEqual(["Question 5: Callum Frayne has it", "Question 6: a message has come since"]);
    expect(within(dialog).getByRole("link", { name: "Open the batch" })).toHaveAttribute("href", "/bulk/7");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    const again = within(await bar(2)).getByRole("button", { name: /^Resolve/ });
    expect(again).toHaveFocus();
    expect(await box(4)).not.toBeChecked();
    expect(await box(6)).toBeChecked();
  });

  test("say while the batch runs what others hold, and that it is tried again", async () => {
    listed([aTicketRow(4), aTicketRow(5)]);
    resolving({ state: "running", done: 1, waiting: 1 }, [
      anItem(1_004),
      anItem(1_005, { result: "waiting", code: "task_taken", holder: CALLUM }),
    ]);
    const { user } = renderApp("/tickets/list", { as: aHeadModerator({ id: ME.id }) });
    await user.click(await screen.findByRole("checkbox", { name: "Select all that are shown" }));
    await user.keyboard("{Shift>}V{/Shift}");
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Resolve" }));
    expect(await within(dialog).findByText("1 of 2 processed")).toBeVisible();
    expect(await within(dialog).findByText("Question 5: Callum Frayne has it; tried again")).toBeVisible();
  });

  test("and of which none can be resolved any more stay selected, and the dialog says so", async () => {
    listed([aTicketRow(4)]);
    server.use(http.post("*/api/bulk", () => refusal(422, "no_items")));
    const { user } = renderApp("/tickets/list", { as: aHeadModerator({ id: ME.id }) });
    await user.click(await box(4));
    await user.keyboard("{Shift>}V{/Shift}");
    const dialog = await screen.findByRole("dialog", { name: "Resolve 1 ticket?" });
    await user.click(within(dialog).getByRole("button", { name: "Resolve" }));
    expect(await within(dialog).findByText(/^None of them can be resolved any more/)).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await bar(1);
  });

  test("of which one is at a step of others are assigned without it, and the dialog names it", async () => {
    listed([aTicketRow(4, { status: "escalated" }), aTicketRow(5)]);
    const asked: unknown[] = [];
    server.use(
      http.get("*/api/tasks/1004/colleagues", () => refusal(403, "forbidden")),
      http.get("*/api/tasks/1005/colleagues", () => HttpResponse.json([{ ...ME, on_duty: true }])),
      http.post("*/api/tasks/assign", async ({ request }) => {
        asked.push(((await request.json()) as { task_ids: number[] }).task_ids);
        return HttpResponse.json({ done: 1, refused: 0, results: [{ task_id: 1_005, status: "done", code: null, holder: null }] });
      }),
    );
    const { user } = renderApp("/tickets/list", { as: aModerator({ id: ME.id }) });
    await user.click(await box(4));
    await user.click(await box(5));
    await user.keyboard("{Shift>}O{/Shift}");
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText("You may not assign these, and they stay as they are: Question 4")).toBeVisible();
    await user.click(await within(dialog).findByRole("option", { name: /Marta Ellwood/ }));
    await user.click(within(dialog).getByRole("button", { name: "Assign" }));
    await waitFor(() => expect(asked).toEqual([[1_005]]));
    expect(await box(4)).toBeChecked();
  });

  test("are assigned together; who holds one of them is named, and it stays selected", async () => {
    listed([aTicketRow(4, { assigned_to: CALLUM }), aTicketRow(5, { assigned_to: CALLUM })]);
    const asked: unknown[] = [];
    server.use(
      http.get("*/api/tasks/:id/colleagues", () => HttpResponse.json([{ ...ME, on_duty: true }])),
      http.post("*/api/tasks/assign", async ({ request }) => {
        asked.push(await request.json());
        const results = [
          { task_id: 1_004, status: "done", code: null, holder: null },
          { task_id: 1_005, status: "refused", code: "task_taken", holder: CALLUM },
        ];
        return HttpResponse.json({ done: 1, refused: 1, results });
      }),
    );
    const { user } = renderApp("/tickets/list", { as: aHeadModerator({ id: ME.id }) });
    // j moves between rows, x selects
    await box(4);
    await user.keyboard("jxjx");
    await bar(2);
    await user.keyboard("{Shift>}O{/Shift}");
    const dialog = await screen.findByRole("dialog", { name: "Assign 2 items" });
    await user.click(await within(dialog).findByRole("option", { name: /Marta Ellwood/ }));
    await user.type(within(dialog).getByLabelText("Reason"), "He is away.");
    await user.click(within(dialog).getByRole("button", { name: "Assign" }));
    expect(await within(dialog).findByText("Question 5: Callum Frayne holds it at the moment.")).toBeVisible();
    expect(within(dialog).getByLabelText("Reason")).toHaveValue("He is away.");
    expect(asked).toEqual([{ task_ids: [1_004, 1_005], user_id: 2, note: "He is away.", take_over: false }]);
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await bar(1);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("group", { name: /selected$/ })).not.toBeInTheDocument());
  });

  test("are assigned, and not resolved, by who has no bulk moderation", async () => {
    listed([aTicketRow(4)]);
    const { user } = renderApp("/tickets/list", { as: aModerator({ id: ME.id }) });
    await user.click(await box(4));
    const selected = within(await bar(1));
    expect(selected.getByRole("button", { name: /^Assign/ })).toBeVisible();
    expect(selected.queryByRole("button", { name: /^Resolve/ })).not.toBeInTheDocument();
    await user.keyboard("{Shift>}V{/Shift}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("leave the selection with the list; of the resolved none can be selected", async () => {
    listed([aTicketRow(4)]);
    const { user } = renderApp("/tickets/list", { as: aHeadModerator({ id: ME.id }) });
    await user.click(await box(4));
    await bar(1);
    await user.click(screen.getByRole("button", { name: "Waiting on client" }));
    await waitFor(() => expect(screen.queryByRole("group", { name: /selected$/ })).not.toBeInTheDocument());
    expect(await box(4)).not.toBeChecked();
    await user.click(screen.getByRole("button", { name: "Resolved" }));
    await waitFor(() => expect(screen.queryByRole("checkbox", { name: /^Select/ })).not.toBeInTheDocument());
  });

  test("lead to the bulk moderation tool where more match than are shown", async () => {
    listed([aTicketRow(4)], "next");
    const { user } = renderApp("/tickets/list?q=ring&company=3", { as: aHeadModerator({ id: ME.id }) });
    await user.click(await box(4));
    const tool = within(await bar(1)).getByRole("link", { name: /bulk moderation tool/ });
    expect(tool).toHaveAttribute("href", "/reviews/bulk-moderate?queue=tickets&outcome=resolve&company=3&q=ring");
  });
});
