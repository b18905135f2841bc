import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeAll, describe, expect, test, vi } from "vitest";

import type { TaskDetail } from "@/api/types";
import { aDesk } from "@/testing/desk/desk-server";
import { aTask, CALLUM, PUBLISH, REJECT } from "@/testing/desk/factories";
import { giveRoom, heading, item, openDesk } from "@/testing/desk/open-desk";
import { aDesk as theDesk } from "@/testing/factories";
import { refusal, withCall } from "@/testing/handlers";
import { server } from "@/testing/server";

beforeAll(giveRoom);

const READ_FIRST_MS = 400;
const FACTS = "The author is the owner's sister.";
const HELD_WORD = { word: "crooks", entry_id: 3, field: "text", start: 0, end: 6, action: "hold", view: "folded" };
const since = "2026-11-20T09:42:00Z";
const held = { holder: CALLUM, since, until: "2036-01-01T00:00:00Z", lock_version: 1_000 };

async function take(user: UserEvent) {
  await user.keyboard("n");
  await screen.findByRole("timer");
}
async function reject(user: UserEvent, facts = FACTS) {
  await user.keyboard("r");
  await user.selectOptions(await screen.findByLabelText("Reason"), "fake");
  await user.type(screen.getByLabelText("Facts"), facts);
  await user.keyboard("{Control>}{Enter}{/Control}");
}
/** The notice that says what was not done. */
async function refused(title: string): Promise<Element | null> {
  return (await screen.findByText(title, { selector: ".strong" })).closest(".notice");
}

describe("a decision that can be taken back", () => {
  test("moves to the next item at once, and says what was done with the way back", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6]));
    await take(user);
    await user.keyboard("a");
    await heading("Review 6");
    expect(await screen.findByText("Approved", { selector: "strong" })).toBeVisible();
    expect(screen.getAllByRole("button", { name: "Undo" })[0]).toBeVisible();
    expect(desk.sent("POST", "/tasks/4/decision")[0]?.body).toEqual({ outcome: "approve", form: {}, revision: 1 });
    expect(screen.queryByRole("link", { name: /Review 4/ })).not.toBeInTheDocument();
  });

  test("takes the item first when it is not mine yet", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6]));
    await heading("Review 4");
    await user.keyboard("a");
    await heading("Review 6");
    await waitFor(() => expect(desk.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "PUT /api/tasks/4/lock",
      "POST /api/tasks/4/decision",
    ]));
  });

  test.each([
    ["was meant for the item before", 0, ""],
    ["was down before the item came, however long it is held", READ_FIRST_MS + 1, ""],
    ["was pressed anew before anybody could read the item", READ_FIRST_MS - 1, "{/a}"],
  ])("is not made by a key that %s", async (_, later, released) => {
    const desk = aDesk([4, 6, 8]);
    server.use(http.get("*/api/desk", () => HttpResponse.json(theDesk({ read_first_ms: READ_FIRST_MS }))));
    const { user } = await openDesk(desk);
    await take(user);
    const read = performance.now() + READ_FIRST_MS + 1;
    const clock = vi.spyOn(performance, "now").mockReturnValue(read); // however slow the machine is between two keys
    await user.keyboard("{a>}");
    await heading("Review 6");
    await screen.findByText("Approved", { selector: "strong" });
    clock.mockReturnValue(read + later);
    if (released) await user.keyboard(released);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    fireEvent.keyDown(document.body, { key: "a", code: "KeyA" });
    const said = within(await item());
    expect(await said.findByText("This item has only just opened. Press again to decide it.")).toBeVisible();
    expect(desk.sent("POST", "/decision")).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(5_000)); // it is not so for long
    expect(said.queryByText("This item has only just opened. Press again to decide it.")).not.toBeInTheDocument();
    vi.useRealTimers();
    clock.mockReturnValue(read + 10 * READ_FIRST_MS);
    await user.keyboard("{/a}a");
    await heading("Review 8");
    expect(screen.queryByText("This item has only just opened. Press again to decide it.", { selector: ".stopped" })).not.toBeInTheDocument();
  });

  test("is not made by a key that was pressed while the item was on its way, nor by what is typed after it", async () => {
    const desk = aDesk([4]);
    let arrive = (): void => undefined;
    const there = new Promise<void>((resolve) => (arrive = resolve));
    const late = http.get("*/api/tasks/4", () => there.then(() => undefined));
    const { user } = await openDesk({ ...desk, handlers: [late, ...desk.handlers] as typeof desk.handlers });
    await user.keyboard("ar");
    arrive();
    const said = within(await item());
    expect(await said.findByText("This item has only just opened. Press again to decide it.")).toBeVisible();
    expect(screen.queryByLabelText("Facts")).not.toBeInTheDocument();
    expect(desk.sent("POST", "/decision")).toEqual([]);
    await user.keyboard("r");
    expect(await screen.findByLabelText("Reason")).toHaveFocus();
  });

  test.each([
    ["a listed word holds", { subject: { ...aTask(4).subject, flagged_words: [HELD_WORD, { ...HELD_WORD, field: "title" }] } }, "Held for: crooks."],
    ["tells of harm", { harm: { passages: ["I will kill them."], guidance: "Call the police." } }, "Somebody may come to harm."],
  ])("is not offered first of an item that %s, and is asked about", async (_, change, why) => {
    const { desk, user } = await openDesk(aDesk([4, 6], (id) => (id === 4 ? (change as Partial<TaskDetail>) : {})));
    await take(user);
    expect(screen.getByRole("button", { name: "Approve" })).not.toHaveClass("btn-primary");
    await user.keyboard("a");
    const dialog = await screen.findByRole("dialog", { name: "Approve?" });
    expect(dialog).toHaveTextContent(why);
    expect(desk.sent("POST", "/decision")).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Approve" }));
    await heading("Review 6");
    expect(desk.sent("POST", "/tasks/4/decision")).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Approve" })).toHaveClass("btn-primary");
  });

  test("has what tells of harm in one line above a form, and its guidance a press away", async () => {
    const { user } = await openDesk(aDesk([4], () => ({ harm: { passages: ["I will kill them."], guidance: "Call the police." } })));
    await take(user);
    await user.keyboard("r");
    expect(await screen.findByLabelText("Facts")).toBeVisible();
    expect([screen.getByText("“I will kill them.”"), screen.queryByText("Call the police.")]).toEqual([expect.anything(), null]);
    await user.click(screen.getByRole("button", { name: "What to do" }));
    expect(screen.getByText("Call the police.")).toBeVisible();
  });

  test("comes back with its item when it was refused, and says why by name", async () => {
    const { user } = await openDesk(aDesk([4, 6]));
    await take(user);
    server.use(http.post("*/api/tasks/4/decision", () => refusal(409, "task_taken", held)));
    await user.keyboard("a");
    expect(await refused("Not approved")).toHaveTextContent(/Callum Frayne has held it since \d\d:42\./);
    await heading("Review 4");
  });

  test("sent again after silence has the same key, and is done once", async () => {
    const { user } = await openDesk(aDesk([4, 6]));
    await take(user);
    const keys: (string | null)[] = [];
    server.use(
      http.post("*/api/tasks/4/decision", withCall(keys, ({ request }) => request.headers.get("Idempotency-Key"), () =>
        keys.length === 1 ? HttpResponse.error() : undefined,
      )),
    );
    await user.keyboard("a");
    await screen.findByText("Approved", { selector: "strong" });
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});

describe("a decision that got no answer", () => {
  test("can be sent once more as it was, even when it turns out to have been made", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6]));
    await take(user);
    const keys: (string | null)[] = [];
    server.use(
      http.post("*/api/tasks/4/decision", ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        desk.change(4, { open: false, outcomes: [] });
        return keys.length <= 3 ? HttpResponse.error() : undefined;
      }),
    );
    await reject(user);
    // whether it was rejected is not known, and is not denied
    expect(await refused("No answer from the server: Reject")).toHaveTextContent(/The server did not answer/);
    expect(await screen.findByText(FACTS)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Rejected", { selector: "strong" });
    expect(new Set(keys).size).toBe(1);
    await waitFor(() => expect(localStorage.getItem("draft.2.4")).toBeNull());
  });
});

describe("a decision that cannot be taken back", () => {
  test("is asked for once more on a free item, and then made at once", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6], () => ({ outcomes: [PUBLISH] })));
    await heading("Review 4");
    await user.keyboard("p");
    const dialog = await screen.findByRole("dialog", { name: "Publish now?" });
    expect(dialog).toHaveTextContent("Readers can see the review at once. This cannot be undone.");
    expect(dialog).toHaveTextContent("ask a head moderator to reopen the review");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(desk.calls).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Publish now" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Publish now" }));
    await heading("Review 6");
    expect(desk.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "PUT /api/tasks/4/lock",
      "POST /api/tasks/4/decision",
    ]);
  });

  test("is asked for each time on an item that the person holds, by key and by mouse", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6], () => ({ outcomes: [PUBLISH] })));
    await take(user);
    await user.keyboard("p");
    const dialog = await screen.findByRole("dialog", { name: "Publish now?" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.click(screen.getByRole("button", { name: "Publish now" }));
    const again = await screen.findByRole("dialog", { name: "Publish now?" });
    expect(desk.sent("POST", "/decision")).toEqual([]);
    await user.click(within(again).getByRole("button", { name: "Publish now" }));
    await heading("Review 6");
    expect(desk.sent("POST", "/decision")).toHaveLength(1);
  });

  test("stays until the server has agreed, with its button busy", async () => {
    const { user } = await openDesk(aDesk([4, 6], () => ({ outcomes: [PUBLISH] })));
    await take(user);
    let agree: () => void = () => undefined;
    server.use(
      http.post("*/api/tasks/4/decision", async () => {
        await new Promise<void>((resolve) => (agree = resolve));
        return HttpResponse.json({ status: "published", next: null });
      }),
    );
    await user.keyboard("p");
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Publish now" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Publish now" })).toHaveAttribute("aria-busy", "true"));
    expect(within(await item()).getByRole("heading", { level: 2 })).toHaveTextContent("Review 4");
    agree();
    await heading("Review 6");
    const list = screen.getByRole("region", { name: "Items" });
    expect(within(list).queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
  });
});

describe("the form of an outcome", () => {
  test("opens in place of the outcomes, sends what the server asked for, and is forgotten", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6]));
    await take(user);
    await reject(user);
    await heading("Review 6");
    expect(desk.sent("POST", "/tasks/4/decision")[0]?.body).toEqual({
      outcome: "reject",
      form: { reason: "fake", facts: FACTS },
      revision: 1,
    });
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith("draft."))).toEqual([]));
  });

  test.each([
    ["Escalate", "escalate", "Escalate this review"],
    ["Ask the author", "ask", "Ask the author"],
    ["Decline", "decline", "Decline this request"],
  ])("of “%s” has a title (%s)", async (label, name, title) => {
    const { user } = await openDesk(aDesk([4], () => ({ outcomes: [{ ...REJECT, label, name }] })));
    await take(user);
    await user.keyboard("r");
    expect(await screen.findByRole("form", { name: title })).toBeVisible();
  });

  test("says at its fields what is missing, and sends nothing", async () => {
    const { desk, user } = await openDesk(aDesk([4]));
    await take(user);
    await user.keyboard("r");
    await screen.findByLabelText("Facts");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findAllByText("This field is required")).toHaveLength(2);
    expect(screen.getByLabelText("Reason")).toHaveAccessibleDescription("This field is required");
    expect(screen.getByLabelText("Reason")).toHaveFocus();
    expect(desk.sent("POST", "/decision")).toEqual([]);
  });

  test("shows the server's sentences at their fields", async () => {
    const { user } = await openDesk(aDesk([4]));
    await take(user);
    server.use(
      http.post("*/api/tasks/4/decision", () =>
        refusal(422, "invalid", { fields: { "form.facts": ["Write at least one full sentence."] } }),
      ),
    );
    await reject(user, "Bad.");
    expect(await screen.findByLabelText("Facts")).toHaveAccessibleDescription("Write at least one full sentence.");
    expect(screen.getByLabelText("Facts")).toHaveValue("Bad.");
    await waitFor(() => expect(screen.getByLabelText("Facts")).toHaveFocus());
  });

  test("has the focus after a refusal that names no field, and Ctrl+Enter sends it again", async () => {
    const { user } = await openDesk(aDesk([4, 6]));
    await take(user);
    server.use(http.post("*/api/tasks/4/decision", () => refusal(409, "lock_lost"), { once: true }));
    await reject(user);
    await refused("Not rejected");
    await waitFor(() => expect(screen.getByRole("form", { name: "Reject this review" })).toHaveFocus());
    await user.keyboard("{Control>}{Enter}{/Control}");
    await screen.findByText("Rejected", { selector: "strong" });
  });

  test("that was refused takes the focus once, not each time its item is shown", async () => {
    const { user } = await openDesk(aDesk([4, 6]));
    await take(user);
    server.use(http.post("*/api/tasks/4/decision", () => refusal(409, "lock_lost")));
    await reject(user);
    await waitFor(() => expect(screen.getByRole("form", { name: "Reject this review" })).toHaveFocus());
    await user.keyboard("j");
    await heading("Review 6");
    await user.keyboard("k");
    await heading("Review 4");
    expect(await screen.findByRole("form", { name: "Reject this review" })).not.toHaveFocus();
  });

  test.each([
    ["task_taken", { ...held }, /Callum Frayne has held it since/],
    ["lock_lost", {}, /Your lock had ended before your decision arrived/],
    ["stale_revision", {}, /The text has changed since you opened it/],
  ])("keeps what was typed after 409 %s", async (code, more, sentence) => {
    const { user } = await openDesk(aDesk([4, 6]));
    await take(user);
    server.use(http.post("*/api/tasks/4/decision", () => refusal(409, code, more)));
    await reject(user);
    expect(await refused("Not rejected")).toHaveTextContent(sentence);
    expect(await screen.findByLabelText("Facts")).toHaveValue(FACTS);
    expect(screen.getByLabelText("Reason")).toHaveValue("fake");
  });

  test("gives back what was typed when somebody else has decided meanwhile", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6]));
    await take(user);
    server.use(
      http.post("*/api/tasks/4/decision", () => {
        desk.change(4, { open: false, outcomes: [] });
        return refusal(409, "task_closed", { holder: CALLUM, since });
      }),
    );
    await reject(user);
    expect(await refused("Not rejected")).toHaveTextContent(/Callum Frayne decided it at \d\d:42, before your decision/);
    expect(await screen.findByText(FACTS)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Discard the draft" }));
    expect(screen.queryByText(FACTS)).not.toBeInTheDocument();
  });

  test("says what ended an item that nobody decided", async () => {
    const { user } = await openDesk(aDesk([4, 6]));
    await take(user);
    server.use(http.post("*/api/tasks/4/decision", () => refusal(409, "task_closed", { ended_by: "screen", since })));
    await reject(user);
    expect(await refused("Not rejected")).toHaveTextContent(/The author changed the text/);
  });

  test("keeps what was typed when it is closed, and over other items", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T12:00") });
    const { user } = await openDesk(aDesk([4, 6]));
    await take(user);
    await user.keyboard("r");
    await user.type(await screen.findByLabelText("Facts"), "Half a sent");
    await user.keyboard("{Escape}");
    expect(await screen.findByText("Draft stored for “Reject”, today, 12:00")).toBeVisible();
    await user.keyboard("j");
    await heading("Review 6");
    await user.keyboard("k");
    await heading("Review 4");
    await user.keyboard("r");
    expect(await screen.findByLabelText("Facts")).toHaveValue("Half a sent");
  });

  test("offers back what was typed at another desk, the edit beside the decision", async () => {
    const saved_at = new Date().toISOString();
    const drafts = [
      { outcome: "revise", form: { text: "They came in time.", reason: "A name.", revision: "1" }, saved_at },
      { outcome: "reject", form: { facts: "No such street." }, saved_at },
    ];
    const { user } = await openDesk(aDesk([4], () => ({ drafts })));
    await take(user);
    await user.keyboard("r");
    expect(await screen.findByLabelText("Facts")).toHaveValue("No such street.");
    await user.keyboard("{Escape}");
    await user.keyboard("w");
    expect(await screen.findByRole("textbox", { name: "Text" })).toHaveValue("They came in time.");
  });

  test("left open opens again with the page, without taking the focus or the lock", async () => {
    localStorage.setItem(
      "draft.2.4",
      JSON.stringify({ open: "reject", forms: { reject: { at: Date.now(), values: { facts: "Half" }, titles: {} } } }),
    );
    const { desk, user } = await openDesk(aDesk([4]));
    const facts = await screen.findByLabelText("Facts");
    expect(facts).toHaveValue("Half");
    expect(facts).not.toHaveFocus();
    expect(desk.calls).toEqual([]);
    await user.type(facts, " a sentence");
    await screen.findByRole("timer");
    expect(desk.sent("PUT", "/tasks/4/lock")).toHaveLength(1);
  });
});
