import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

import type { ReviewStory, StoryProcess } from "@/api/types";
import { formatDateTime } from "@/lib/dates";
import { anEntry, aSubject, CALLUM } from "@/testing/desk/factories";
import { GRAPH } from "@/testing/desk/graph";
import { aHeadModerator, aModerator } from "@/testing/factories";
import { refusal, withCall } from "@/testing/handlers";
import { storedDrafts } from "@/testing/stored-drafts";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { setOnPaper } from "@/testing/viewport";

import { passagesOf } from "./chapters";

function aProcess(id: number, change: Partial<StoryProcess> = {}): StoryProcess {
  return {
    kind: "review_moderation",
    id,
    title: "Moderation of a review",
    status: "DONE",
    outcome: "published",
    outcome_title: "Published",
    created: "2026-11-20T08:00:00Z",
    finished: "2026-11-20T09:00:00Z",
    override_of: null,
    request: null,
    node: "published",
    events: [anEntry(1, { action: "decide", outcome: "approve", label: "Approve", actor: CALLUM })],
    ...change,
  };
}

function aStory(change: Partial<ReviewStory> = {}): ReviewStory {
  return {
    review: aSubject(7, { status: "published", title: "A ring" }),
    external_id: "wf-7",
    held_until: null,
    waiting: null,
    revisions: [
      {
        number: 1,
        created_at: "2026-11-20T08:00:00Z",
        author: null,
        reason: "",
        title: "A ring",
        text: "They stole a ring.",
        constructive: "",
        author_name: "Ada",
        business_name: null,
        job_title: null,
        anonymous: false,
      },
    ],
    requests: [],
    statements: [],
    processes: [aProcess(1)],
    copies: { known: true, total: 0, items: [] },
    by_author: { known: false, total: 0, items: [] },
    ...change,
  };
}

function tell(story: ReviewStory): void {
  server.use(
    http.get("*/api/review/7", () => HttpResponse.json(story)),
    http.get("*/api/processes/:kind/graph", () => HttpResponse.json(GRAPH)),
  );
}

describe("the story of a review", () => {
  test("shows its text, revisions, timeline, and what stands beside it", async () => {
    tell(aStory());
    renderApp("/review/7", { as: aModerator() });
    expect(await screen.findByRole("heading", { level: 2, name: "A ring" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "A ring" })).toBeVisible();
    expect(screen.getByText("Review 7")).toBeVisible();
    expect(screen.getByText("Revision 1, as received, unchanged")).toBeVisible();
    const facts = within(screen.getByRole("region", { name: "Details" }));
    expect(facts.getByText("wf-7")).toBeVisible();
    expect(facts.getByText("None to restrict")).toBeVisible();
    expect(screen.getByRole("region", { name: "Timeline" })).toHaveTextContent("approved it");
    expect(screen.getByText(/other reviews by the same author cannot be found/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Reopen" })).not.toBeInTheDocument();
  });

  test("opens at the statement of reasons that its address names", async () => {
    const statement = (number: number) => ({
      ...{ reference: `docket-${number}`, kind: "reject" as const, review_id: 7, company: { id: 3, name: "Quayle" }, reason: { code: "fake", title: "Fake" } },
      ...{ ground: "", explanation: "It is fake.", rule: "Rule 1.", facts: "No such address.", notice: false, detected: false, decided_by: null },
      ...{ created_at: "2026-11-20T09:42:00Z", mail: null },
    });
    tell(aStory({ statements: [statement(1), statement(2)] }));
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    renderApp("/review/7#docket-2", { as: aModerator() });
    const named = (await screen.findByText("docket-2")).closest("li");
    await waitFor(() => expect(named).toHaveFocus());
    expect(scrolled.mock.instances).toContain(named);
    scrolled.mockRestore();
  });

  test("has its process drawn with the numbers that its decisions repeat", async () => {
    const events = [
      anEntry(1, { action: "start", node: "", to_node: "pending", to_title: "Moderate reviews" }),
      anEntry(2, { action: "claim" }),
      anEntry(3, { action: "decide", to_node: "queued", to_title: "Queued to publish", outcome: "approve", label: "Approve", actor: CALLUM }),
      anEntry(4, { action: "undo", node: "queued", to_node: "pending", outcome: "approve", actor: CALLUM }),
      anEntry(5, { action: "decide", to_node: "refused", to_title: "Rejection held", outcome: "reject", label: "Reject", actor: CALLUM, text: "No such street." }),
    ];
    tell(aStory({ processes: [aProcess(1, { events, node: "refused" })] }));
    renderApp("/review/7", { as: aModerator() });
    const table = await screen.findByRole("table", { name: "Decisions" });
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows.map((row) => row.querySelector("th")?.textContent)).toEqual(["1", "2", "3"]);
    expect(rows[1]).toHaveTextContent(/Callum FrayneApprove.*Undone.*Queued to publish/);
    expect(rows[2]).toHaveTextContent(/RejectRejection held.*No such street\./);
    expect([...document.querySelectorAll(".wide-graph .number text")].map(({ textContent }) => textContent).toSorted()).toEqual(["1", "2", "3"]);
  });

  test("says of a rejection that is held that it is, and until when", async () => {
    const until = "2026-11-20T09:15:00Z";
    tell(aStory({ review: aSubject(7, { status: "rejected", title: "A ring" }), held_until: until }));
    renderApp("/review/7", { as: aModerator() });
    // below the title, and among the facts
    expect(await screen.findAllByText(/^Rejected, held until .*:15$/)).toHaveLength(2);
  });

  test("says what became of a review after the end of its moderation", async () => {
    const events = [anEntry(1, { action: "decide", outcome: "approve", label: "Approve", to_node: "published", actor: CALLUM })];
    tell(aStory({ review: aSubject(7, { status: "restricted" }), processes: [aProcess(1, { events })] }));
    renderApp("/review/7", { as: aModerator() });
    const moderated = () => screen.findByRole("region", { name: "Moderation of a review" });
    await waitFor(async () => expect(await moderated()).toHaveTextContent(/^Process1 step in 1 h *now Restricted/));
    cleanup();
    tell(aStory({ processes: [aProcess(1, { events })] }));
    renderApp("/review/7", { as: aModerator() });
    expect(within(await moderated()).getByText("1 step in 1 h")).toBeVisible();
    expect(await moderated()).not.toHaveTextContent(/now/);
    cleanup();
    const hours = (number: number) => new Date(Date.now() + number * 3_600_000).toISOString();
    const waiting = { task_id: 9, queue: "pending", queue_title: "Moderate reviews", permission: "moderation", created_at: hours(-7.51), due_at: hours(-3.51), fires_at: null };
    tell(aStory({ waiting, processes: [aProcess(1, { events, status: "NEW", outcome: "", outcome_title: "", finished: null, node: "pending" })] }));
    renderApp("/review/7", { as: aModerator() });
    await waitFor(async () => expect(await moderated()).toHaveTextContent(/^Process1 step, waiting 7 h 30 *3 h 30 late/));
  });

  test("says once of a restriction what the review is now, why, and until when", async () => {
    const decided = anEntry(2, { action: "decide", outcome: "restrict", label: "Restrict", to_node: "granted", actor: CALLUM, data: { reason_title: "Hate" } });
    const request = (change: Partial<StoryProcess>) => aProcess(2, { kind: "restriction_request", title: "Request to restrict a review", events: [decided], ...change });
    const open = { status: "NEW", outcome: "", outcome_title: "", finished: null, node: "granted" };
    const waiting = { task_id: 9, queue: "", queue_title: "Restriction held", permission: "moderation", created_at: "2026-11-22T08:00:00Z", due_at: null, fires_at: "2026-11-22T08:15:00Z" };
    tell(aStory({ waiting, processes: [aProcess(1), request(open)] }));
    renderApp("/review/7", { as: aModerator() });
    expect(await screen.findByText(/^Published for now\. It is to be restricted\. Reason: Hate\. It takes effect .*:15, unless the decision is recalled\.$/)).toBeVisible();
    expect(screen.queryByText(/^Now in/)).toBeNull();
    cleanup();
    tell(aStory({ review: aSubject(7, { status: "restricted" }), processes: [aProcess(1), request({ outcome: "restricted", finished: "2026-11-22T08:15:00Z" })] }));
    renderApp("/review/7", { as: aModerator() });
    expect(await screen.findByText(/^Restricted since .*:15\. Reason: Hate\. It stays restricted until a head moderator reopens it\.$/)).toBeVisible();
    const facts = within(screen.getByRole("region", { name: "Details" }));
    expect(facts.getByText("20 November 2026, 09:00 to 22 November 2026, 08:15")).toBeVisible();
    cleanup();
    const queued = { ...waiting, queue: "queued", queue_title: "Queued to publish" };
    tell(aStory({ review: aSubject(7, { status: "queued" }), waiting: queued, processes: [aProcess(1, open)] }));
    renderApp("/review/7", { as: aModerator() });
    expect((await screen.findByText("Queued to publish", { selector: "strong" })).closest("p")).toHaveTextContent("Now in Queued to publish");
  });

  test("has the status UNKNOWN until it has loaded", async () => {
    let load = (): void => undefined;
    const loaded = new Promise<void>((resolve) => (load = resolve));
    tell(aStory());
    server.use(http.get("*/api/review/7", () => loaded.then(() => HttpResponse.json(aStory()))));
    renderApp("/review/7", { as: aModerator() });
    expect(await screen.findByText("UNKNOWN")).toBeVisible();
    load();
    expect(await screen.findByRole("heading", { level: 2, name: "A ring" })).toBeVisible();
    expect(screen.queryByText("UNKNOWN")).not.toBeInTheDocument();
  });

  test("can be reinstated by a head moderator", async () => {
    tell(aStory());
    renderApp("/review/7", { as: aHeadModerator() });
    expect(await screen.findByRole("button", { name: "Reopen" })).toBeVisible();
  });

  test("is not there for a number that no review has", async () => {
    server.use(http.get("*/api/review/7", () => HttpResponse.json({ code: "not_found", message: "No." }, { status: 404 })));
    const { user, place } = renderApp("/review/7", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "There is no such review" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Back" })).toBeVisible();
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Moderate reviews" })).toHaveAttribute("href", "/reviews/moderate");
    expect(screen.getByRole("link", { name: "All reviews" })).toHaveAttribute("href", "/reviews/classic");
    await user.type(screen.getByRole("textbox", { name: "Review number" }), "no. 8{Enter}");
    await waitFor(() => expect(place()).toBe("/review/8"));
  });

  test("is not there: a head moderator is led to the first queue of the sidebar", async () => {
    server.use(http.get("*/api/review/8", () => refusal(404, "not_found")));
    renderApp("/review/8", { as: aHeadModerator() });
    expect(await screen.findByRole("heading", { name: "There is no such review" })).toBeVisible();
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Moderate reviews" })).toBeVisible();
  });

  test("says moments with their dates on paper", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T12:00") });
    const today = new Date().toISOString();
    tell(aStory({ review: aSubject(7, { received_at: today }) }));
    renderApp("/review/7", { as: aModerator() });
    expect(await screen.findByText(/received today/)).toBeVisible();
    cleanup();
    setOnPaper();
    renderApp("/review/7", { as: aModerator() });
    expect(await screen.findByText(`received ${formatDateTime(today)}`)).toBeVisible();
    expect(document.body).not.toHaveTextContent(/today|yesterday/i);
  });

  test("names everybody in full on paper, the reader too, and who printed it when", async () => {
    const me = aModerator();
    const by = { id: me.id, name: me.name.full };
    tell(aStory({ processes: [aProcess(1, { events: [anEntry(1, { action: "decide", outcome: "approve", label: "Approve", actor: by })] })] }));
    renderApp("/review/7", { as: me });
    expect(await screen.findByText("You")).toBeVisible();
    cleanup();
    setOnPaper();
    renderApp("/review/7", { as: me });
    expect(await screen.findByText(by.name, { selector: "main *" })).toBeVisible();
    expect(document.body).not.toHaveTextContent(/\byou\b/i);
    expect(screen.getByText(/^Printed by Marta Ellwood, \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible();
  });

  test("shows who else has it open, and tells that it is open", async () => {
    const told: string[] = [];
    server.use(
      http.put("*/api/presence/:kind/:number", withCall(told, ({ params }) => `${String(params.kind)} ${String(params.number)}`, () => HttpResponse.json([CALLUM]))),
    );
    tell(aStory());
    renderApp("/review/7", { as: aModerator() });
    expect(await screen.findByText("Callum Frayne is looking at it")).toBeInTheDocument();
    expect(told).toEqual(["review 7"]);
  });

  test("is kept back from who has the second look at it, and says why", async () => {
    server.use(http.get("*/api/review/7", () => refusal(409, "blind_second_look")));
    renderApp("/review/7", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "You have the second look at this review" })).toBeVisible();
    expect(screen.getByText(/so that your decision is independent/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Open the second looks" })).toHaveAttribute("href", "/quality/second-look");
    tell(aStory());
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { level: 2, name: "A ring" })).toBeVisible();
  });

  test("that does not come can be asked for again", async () => {
    server.use(http.get("*/api/review/7", () => HttpResponse.json({ code: "x", message: "x" }, { status: 400 })));
    renderApp("/review/7", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "Could not load the review" })).toBeVisible();
    tell(aStory());
    await userEvent.click(screen.getByRole("button", { name: "Refresh the page" }));
    expect(await screen.findByRole("heading", { level: 2, name: "A ring" })).toBeVisible();
  });

  test("tells the words that a revision took out and put in", async () => {
    const [first] = aStory().revisions;
    if (!first) throw new Error("a story has a first revision");
    const second = { ...first, number: 2, reason: "Names a person", text: "They stole my ring.", author: CALLUM };
    tell(aStory({ revisions: [first, second] }));
    renderApp("/review/7", { as: aModerator() });
    expect(await screen.findByText("Names a person")).toBeVisible();
    expect(screen.getByText("a", { selector: "del" })).toBeVisible();
    expect(screen.getByText("my", { selector: "ins" })).toBeVisible();
  });
});

describe("asking for restriction", () => {
  async function openForm() {
    renderApp("/review/7", { as: aModerator() });
    await userEvent.click(await screen.findByRole("button", { name: "Request restriction" }));
    return screen.findByRole("dialog");
  }

  test("names what is missing, and sends what was filled in once", async () => {
    const asked = vi.fn();
    tell(aStory());
    server.use(
      http.post("*/api/restriction-requests", async ({ request }) => {
        asked(await request.json());
        return HttpResponse.json({}, { status: 201 });
      }),
    );
    await openForm();
    await userEvent.click(screen.getByRole("button", { name: /Send the request/ }));
    expect(await screen.findByText("This statement is required")).toBeVisible();
    expect(screen.getAllByText("This field is required")).toHaveLength(5);
    await userEvent.selectOptions(screen.getByLabelText("Ground"), "Defamation");
    await userEvent.type(screen.getByLabelText("Role of the requester"), "Owner");
    await userEvent.type(screen.getByLabelText("Name"), "Olive Tan");
    await userEvent.type(screen.getByLabelText("Email address"), "olive@tan.example");
    await userEvent.type(screen.getByLabelText("Facts"), "Nothing was stolen.");
    await userEvent.click(screen.getByRole("checkbox"));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(storedDrafts()).toEqual([]);
    expect(asked).toHaveBeenCalledExactlyOnceWith({
      review: 7,
      ground: "defamation",
      facts: "Nothing was stolen.",
      contact: { name: "Olive Tan", email: "olive@tan.example", role: "Owner" },
      good_faith: true,
    });
  });

  test("that is refused says why, and keeps what was typed", async () => {
    tell(aStory());
    server.use(
      http.post("*/api/restriction-requests", () =>
        HttpResponse.json({ code: "request_open", message: "x" }, { status: 409 }),
      ),
    );
    await openForm();
    await userEvent.selectOptions(screen.getByLabelText("Ground"), "Other");
    for (const [label, text] of [
      ["Role of the requester", "Owner"],
      ["Name", "Olive"],
      ["Email address", "olive@tan.example"],
      ["Facts", "No."],
    ] as const)
      await userEvent.type(screen.getByLabelText(label), text);
    await userEvent.click(screen.getByRole("checkbox"));
    await userEvent.click(screen.getByRole("button", { name: /Send the request/ }));
    expect(await screen.findByText(/Another request about this review is open/)).toBeVisible();
    expect(screen.getByLabelText("Name")).toHaveValue("Olive");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(screen.getByRole("button", { name: "Request restriction" }));
    expect(await screen.findByLabelText("Facts")).toHaveValue("No.");
    expect(screen.getByLabelText("Ground")).toHaveValue("other");
    expect(screen.getByRole("checkbox")).toBeChecked();
    await userEvent.click(screen.getByRole("button", { name: "Discard the draft" }));
    expect(screen.getByLabelText("Facts")).toHaveValue("");
    expect(screen.getByLabelText("Ground")).toHaveFocus();
  });
});

describe("passages", () => {
  test("follow time over all processes, and begin anew with another process or day", () => {
    const moderation = aProcess(1, {
      events: [anEntry(1, { at: "2026-11-19T09:00:00Z" }), anEntry(2, { at: "2026-11-20T09:00:00Z" })],
    });
    const request = aProcess(2, { kind: "restriction_request", events: [anEntry(1, { at: "2026-11-20T08:00:00Z" })] });
    const told = passagesOf([moderation, request]);
    expect(told.map(({ process, entries }) => [process.id, entries.map(({ seq }) => seq)])).toEqual([
      [1, [2]],
      [2, [1]],
      [1, [1]],
    ]);
    expect(told.map(({ day }) => day !== null)).toEqual([true, false, true]);
  });
});
