import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeAll, expect, test, vi } from "vitest";

import { clock } from "@/lib/clock";
import { draftKey, writeDraft } from "@/lib/drafts";
import { aDesk } from "@/testing/desk/desk-server";
import { aDecision, anEntry, CALLUM, PUBLISH, VERIFY } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { refusal, withBody } from "@/testing/handlers";
import { server } from "@/testing/server";

beforeAll(giveRoom);

const strip = () => within(screen.getByRole("region", { name: "Items" }));
const calls = (desk: ReturnType<typeof aDesk>) => desk.calls.map(({ method, path }) => `${method} ${path}`);
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

async function approve(user: UserEvent, number: number) {
  await heading(`Review ${number}`);
  await user.keyboard("{Enter}");
  await screen.findByRole("timer");
  await user.keyboard("a");
}
async function openRecent(user: UserEvent) {
  await user.click(await strip().findByText(/^Recent \(/));
  return within(strip().getByRole("list", { name: "Recent decisions" })).getAllByRole("listitem");
}

test.each([
  ["its key", (user: UserEvent) => user.keyboard("v")],
  ["its button", (user: UserEvent) => user.click(screen.getByRole("button", { name: "Verify" }))],
])("an outcome without a form is taken at once on a free item by %s, and can be undone", async (_, act) => {
  const { desk, user, place } = await openDesk(aDesk([4, 6], () => ({ outcomes: [VERIFY] })));
  await heading("Review 4");
  await act(user);
  await heading("Review 6");
  expect(await strip().findByText("Verified")).toBeVisible();
  await user.keyboard("z");
  await heading("Review 4");
  expect(await screen.findByText("Undone: “Review 4” is open again.")).toBeInTheDocument();
  expect(place()).toBe("/reviews/moderate?item=4");
  expect(calls(desk)).toEqual(["PUT /api/tasks/4/lock", "POST /api/tasks/4/decision", "POST /api/tasks/4/undo"]);
});

test("undo keeps the filters of the list, and what was typed, with all outcomes in sight", async () => {
  const { user, place } = await openDesk(aDesk([4, 6]), "/reviews/moderate?rating=2");
  await heading("Review 4");
  await user.keyboard("r");
  await user.selectOptions(await screen.findByLabelText("Reason"), "fake");
  await user.type(screen.getByLabelText("Facts"), "No such street.");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await strip().findByText("Rejected")).toBeVisible();
  await user.keyboard("z");
  await waitFor(() => expect(place()).toBe("/reviews/moderate?rating=2&item=4"));
  await heading("Review 4");
  expect(await screen.findByRole("button", { name: "Approve" })).toBeVisible();
  expect(screen.queryByLabelText("Facts")).not.toBeInTheDocument();
  await user.keyboard("r");
  expect(await screen.findByLabelText("Facts")).toHaveValue("No such street.");
});

test("what was typed just before a reload is stored before the outcome is sent", async () => {
  const form = { at: Date.now(), values: { facts: "No such street." }, titles: {}, sent: [{ facts: "No such" }] };
  writeDraft(draftKey(2, 4), { open: null, forms: { reject: form } });
  const { user } = await openDesk(aDesk([4, 6]));
  const sent: unknown[] = [];
  server.use(http.put("*/api/tasks/4/draft", withBody(sent, () => HttpResponse.json({ outcome: "reject", form: {}, saved_at: new Date().toISOString() }))));
  await heading("Review 4");
  await user.keyboard("a");
  expect(await strip().findByText("Approved")).toBeVisible();
  expect(sent).toEqual([{ outcome: "reject", form: { facts: "No such street." } }]);
});

test("what stands in another form is stored before the outcome is sent, and is there again after undo", async () => {
  const { desk, user } = await openDesk(aDesk([4, 6]));
  const sent: string[] = [];
  server.use(
    http.put("*/api/tasks/4/draft", async ({ request }) => {
      const { outcome, form } = (await request.json()) as { outcome: string; form: { facts: string } };
      sent.push(`${outcome}: ${form.facts}, before the decision: ${desk.sent("POST", "/decision").length === 0}`);
      return HttpResponse.json({ outcome, form, saved_at: new Date().toISOString() });
    }),
  );
  await heading("Review 4");
  await user.keyboard("r");
  await user.type(await screen.findByLabelText("Facts"), "No such street.");
  await user.keyboard("{Escape}a");
  expect(await strip().findByText("Approved")).toBeVisible();
  expect(sent).toEqual(["reject: No such street., before the decision: true"]);
  await user.keyboard("z");
  await heading("Review 4");
  await user.keyboard("r");
  expect(await screen.findByLabelText("Facts")).toHaveValue("No such street.");
});

test("undo of what was decided before the page was loaded gives its form back as it was sent", async () => {
  const desk = aDesk([40]);
  desk.decisions.push(aDecision(4, { label: "Reject", outcome: "reject" }));
  const { user } = await openDesk(desk);
  await strip().findByText("Rejected");
  const form = { reason: "fake", facts: "No such street." };
  desk.change(4, { drafts: [{ outcome: "reject", form, saved_at: new Date().toISOString() }] });
  await user.keyboard("z");
  await heading("Review 4");
  await user.keyboard("r");
  expect(await screen.findByLabelText("Facts")).toHaveValue("No such street.");
  expect(screen.getByLabelText("Reason")).toHaveValue("fake");
});

test("while a decision is on its way, z undoes no older one", async () => {
  const { desk, user } = await openDesk(aDesk([4, 6, 8]));
  await approve(user, 4);
  await heading("Review 6");
  await waitFor(() => expect(desk.sent("POST", "/tasks/4/decision")).toHaveLength(1));
  let arrive: () => void = () => undefined;
  const onItsWay = new Promise<void>((resolve) => (arrive = resolve));
  server.use(
    http.post("*/api/tasks/6/decision", async () => {
      await onItsWay; // then the desk answers it
    }),
  );
  await approve(user, 6);
  await heading("Review 8");
  await user.keyboard("z");
  expect(await screen.findByText(/^Your last decision is still being sent/)).toBeInTheDocument();
  expect(desk.sent("POST", "/tasks/4/undo")).toEqual([]);
  arrive();
  await waitFor(() => expect(desk.sent("POST", "/tasks/6/decision")).toHaveLength(1));
  await waitFor(() => expect(strip().getByRole("button", { name: /^Undo/ })).toBeEnabled());
  await user.keyboard("z");
  await waitFor(() => expect(desk.sent("POST", "/tasks/6/undo")).toHaveLength(1));
});

test("decisions are undone one after another, the newest first", async () => {
  const { desk, user } = await openDesk(aDesk([4, 6, 8]));
  await approve(user, 4);
  await approve(user, 6);
  await heading("Review 8");
  expect(await strip().findByText("Recent (2)")).toBeVisible();
  const newest = strip().getByTitle("Review 6, Saltmarsh Veterinary Centre");
  expect(newest).toHaveTextContent(/^Approved Review 6Saltmarsh Veterinary Centre$/);
  expect(strip().getByRole("button", { name: "Undo" })).toHaveTextContent(/^Undoz$/);
  await user.keyboard("z");
  await heading("Review 6");
  await waitFor(() => expect(desk.sent("POST", "/tasks/6/undo")).toHaveLength(1));
  await user.keyboard("z");
  await heading("Review 4");
  expect(desk.sent("POST", "/tasks/4/undo")).toHaveLength(1);
  await waitFor(() => expect(strip().queryByText(/^Recent/)).not.toBeInTheDocument());
});

test("after a reload every recent decision is listed, with its time or with the reason why it stays", async () => {
  const desk = aDesk([40]);
  desk.decisions.push(
    aDecision(4),
    aDecision(5, { label: "Backlog", outcome: "backlog", undo_until: inSeconds(-5) }),
    aDecision(6, { label: "Escalate", outcome: "escalate", refusal: { code: "task_taken", holder: CALLUM } }),
    aDecision(7),
  );
  const { user } = await openDesk(desk);
  const rows = await openRecent(user);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Approved Review 4Saltmarsh Veterinary Centre\d+:\d\d leftUndo$/),
    expect.stringContaining("The time to undo it is over."),
    expect.stringContaining("Callum Frayne has the item now."),
    expect.stringMatching(/Undo$/),
  ]);
  await user.tab(); // the list's first button
  expect(screen.getByRole("button", { name: "Undo “Approve” of Review 4" })).toHaveFocus();
  await user.tab();
  await user.keyboard("{Enter}");
  await heading("Review 7");
  expect(calls(desk)).toEqual(["POST /api/tasks/7/undo"]);
});

test("the timeline marks what was undone", async () => {
  const desk = aDesk([4]);
  const escalated = anEntry(1, { action: "decide", outcome: "escalate", label: "Escalate", text: "The wrong item.", actor: CALLUM });
  const undone = anEntry(2, { action: "undo", outcome: "escalate", label: "Escalate", to_node: "pending", actor: CALLUM });
  const again = { ...escalated, seq: 3, text: "The owner threatens to sue." };
  const history = http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events: [escalated, undone, again] }));
  await openDesk({ ...desk, handlers: [history, ...desk.handlers] });
  expect((await screen.findByText("The wrong item.")).closest("li")).toHaveTextContent(/^Callum Frayne escalated itUndone/);
  expect(screen.getByText("The owner threatens to sue.").closest("li")).not.toHaveTextContent("Undone");
});

test("a refused undo says why, by name, and what it refused stays in the list", async () => {
  const desk = aDesk([40]);
  desk.decisions.push(aDecision(4));
  const { user } = await openDesk(desk);
  await strip().findByText("Approved");
  server.use(http.post("*/api/tasks/4/undo", () => refusal(409, "task_taken", { holder: CALLUM })));
  await user.keyboard("z");
  const said = "“Approve” could not be undone. Callum Frayne has the item now.";
  expect((await strip().findAllByText(said))[0]).toBeVisible();
  await user.click(strip().getByRole("button", { name: "Close" }));
  expect(strip().queryByText(said)).not.toBeInTheDocument();
});

test("after a refused undo the strip names what is undone next, and its key alone does not undo that", async () => {
  const desk = aDesk([40]);
  desk.decisions.push(aDecision(8, { label: "Backlog", outcome: "backlog", decided_at: inSeconds(-5) }), aDecision(4, { decided_at: inSeconds(-60) }));
  const { user } = await openDesk(desk);
  expect(await strip().findByTitle(/^Review 8/)).toBeVisible();
  server.use(http.post("*/api/tasks/8/undo", () => refusal(409, "already_undone")));
  desk.decisions.splice(0, 1); // undone in another tab
  await user.keyboard("z");
  expect((await strip().findAllByText("“Backlog” could not be undone. It has been undone already."))[0]).toBeVisible();
  expect(await strip().findByTitle(/^Review 4/)).toHaveTextContent("Approved");
  await user.keyboard("z");
  expect(await screen.findByText(OLDER)).toBeVisible();
  expect(desk.sent("POST", "/tasks/4/undo")).toEqual([]);
  await user.keyboard("z");
  await waitFor(() => expect(desk.sent("POST", "/tasks/4/undo")).toHaveLength(1));
  expect(strip().queryByText(/could not be undone/)).not.toBeInTheDocument();
});

test("the strip offers no undo once the time is over", async () => {
  const desk = aDesk([40]);
  desk.decisions.push(aDecision(4, { decided_at: inSeconds(-31), undo_until: inSeconds(-1) }));
  const { user } = await openDesk(desk);
  expect(await strip().findByText("Nothing to undo now.")).toBeVisible();
  await user.keyboard("z");
  expect(desk.calls).toEqual([]);
});

test("what another tab has decided is the newest decision here as well", async () => {
  const { user } = await openDesk(aDesk([4, 6]));
  await approve(user, 4);
  expect(await strip().findByText("Approved")).toBeVisible();
  server.use(http.get("*/api/user/me/decisions", () => HttpResponse.json([aDecision(8, { label: "Reject", outcome: "reject" })])));
  const said = { key: "outOfDate", newValue: JSON.stringify(["/api/user/me/decisions"]) };
  window.dispatchEvent(new StorageEvent("storage", said));
  expect(await strip().findByText("Rejected")).toBeVisible();
});

const OLDER = "What you did last cannot be undone now. Press again to undo “Approve” of “Review 4”.";

test("after a decision that cannot be undone its key says so, and names the older one, which its button undoes at once", async () => {
  const { desk, user } = await openDesk(aDesk([4, 6, 8], (id) => (id === 6 ? { outcomes: [PUBLISH] } : {})));
  await approve(user, 4);
  await heading("Review 6");
  server.use(http.get("*/api/user/me/decisions", () => HttpResponse.json([aDecision(4)]))); // the list may be late
  await user.keyboard("{Enter}");
  await screen.findByRole("timer");
  await user.keyboard("p");
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Publish now" }));
  await heading("Review 8");
  await user.keyboard("z");
  expect(await screen.findByText(OLDER)).toBeVisible();
  expect(desk.sent("POST", "/tasks/4/undo")).toEqual([]);
  await user.click(strip().getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(desk.sent("POST", "/tasks/4/undo")).toHaveLength(1));
});

test("after a decision whose time has lapsed the bar names an older one, which the second press of its key undoes", async () => {
  const desk = aDesk([40]);
  desk.decisions.push(
    aDecision(5, { label: "Backlog", outcome: "backlog", decided_at: inSeconds(-31), undo_until: inSeconds(-1) }),
    aDecision(4, { decided_at: inSeconds(-60) }),
  );
  const { user } = await openDesk(desk);
  expect(await strip().findByText("Approved")).toBeVisible();
  await user.keyboard("z");
  expect(await screen.findByText(OLDER)).toBeVisible();
  expect(desk.calls).toEqual([]);
  await user.keyboard("z");
  await waitFor(() => expect(calls(desk)).toEqual(["POST /api/tasks/4/undo"]));
});

test.each([
  ["a skip", "s", "Skipped", "DELETE /api/tasks/6/skip"],
])("%s is what z takes back, by its name, and not the older approval", async (_, key, said, call) => {
  const desk = aDesk([4, 6, 8]);
  server.use(
    http.post("*/api/tasks/:id/skip", () => new HttpResponse(null, { status: 204 })),
    http.delete("*/api/tasks/:id/skip", ({ request }) => {
      desk.calls.push({ method: "DELETE", path: new URL(request.url).pathname, body: null, key: null });
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, place } = await openDesk(desk);
  await approve(user, 4);
  await heading("Review 6");
  await user.keyboard(key);
  await heading("Review 8");
  const shown = (await strip().findByText(said)).closest(".recent-name");
  expect(shown).toHaveTextContent("Review 6");
  await user.keyboard("z");
  await waitFor(() => expect(calls(desk).at(-1)).toBe(call));
  await heading("Review 6");
  expect(place()).toBe("/reviews/moderate?item=6");
  expect(desk.sent("POST", "/tasks/4/undo")).toEqual([]);
});

test("what was put off is taken back after a reload as well, while the server offers that", async () => {
  const desk = aDesk([4, 6], (id) => (id === 6 ? { snoozed_until: "2036-01-01T09:00:00Z" } : {}));
  const named = { task_id: 6, queue: "pending", title: "They came on Monday, and again on Tuesday", company: "Saltmarsh" };
  desk.asides.push({ ...named, how: "snooze", before: null, at: inSeconds(-5), undo_until: inSeconds(600) });
  const { user, place } = await openDesk(desk);
  expect(await strip().findByTitle(/^They came on Monday/)).toHaveTextContent("Put off They came on Monday, and again on TuesdaySaltmarsh");
  await user.keyboard("z");
  await waitFor(() => expect(desk.sent("PUT", "/tasks/6/snooze")[0]?.body).toEqual({ until: null }));
  await waitFor(() => expect(place()).toBe("/reviews/moderate?item=6"));
  await waitFor(() => expect(strip().queryByTitle(/^They came on Monday/)).not.toBeInTheDocument());
  expect(await screen.findByText("Undone: “They came on Monday, and again on Tuesd…” is where it was.")).toBeInTheDocument();
});

test("what was assigned together is taken back together after a reload as well, each to whose it was", async () => {
  const desk = aDesk([4, 6]);
  const given = { queue: "pending", company: "Saltmarsh", how: "assign" as const, at: inSeconds(-5), undo_until: inSeconds(600) };
  desk.asides.push({ ...given, task_id: 4, title: "Review 4", before: 2 }, { ...given, task_id: 6, title: "Review 6", before: 3 });
  const sent: unknown[] = [];
  server.use(http.post("*/api/tasks/assign", withBody(sent, () => HttpResponse.json({ done: 1, refused: 0, results: [] }))));
  const { user, place } = await openDesk(desk);
  expect(await strip().findByTitle("2 items")).toHaveTextContent("Assigned 2 items");
  const before = place();
  await user.keyboard("z");
  await waitFor(() => expect(sent).toEqual([{ task_ids: [4], user_id: 2, note: "", take_over: false }, { task_ids: [6], user_id: 3, note: "", take_over: false }]));
  await waitFor(() => expect(strip().queryByTitle("2 items")).not.toBeInTheDocument());
  expect(place()).toBe(before);
});

test("once the time of a skip is over the bar names the older approval, and its key alone does not undo that", async () => {
  const { desk, user } = await openDesk(aDesk([4, 6, 8]));
  await approve(user, 4);
  await heading("Review 6");
  await user.keyboard("s");
  await heading("Review 8");
  expect(await strip().findByText("Skipped")).toBeVisible();
  vi.spyOn(clock, "now").mockReturnValue(Date.now() + 31_000);
  expect(await strip().findByText("Approved", undefined, { timeout: 60_000 })).toBeVisible();
  const sent = desk.calls.length;
  await user.keyboard("z");
  expect(await screen.findByText(OLDER)).toBeVisible();
  expect(desk.calls).toHaveLength(sent);
});

test("a decision after a skip is what z takes back", async () => {
  vi.useFakeTimers({ toFake: ["Date"] }); // the skip can still be undone, however slow the machine is
  const { desk, user } = await openDesk(aDesk([4, 6, 8]));
  await heading("Review 4");
  await user.keyboard("s");
  await heading("Review 6");
  vi.setSystemTime(Date.now() + 1_000);
  await approve(user, 6);
  expect(await strip().findByText("Approved")).toBeVisible();
  await user.keyboard("z");
  await waitFor(() => expect(desk.sent("POST", "/tasks/6/undo")).toHaveLength(1));
});
