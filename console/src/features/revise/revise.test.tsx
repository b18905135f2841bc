import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeAll, describe, expect, test } from "vitest";

import type { Revision } from "@/api/types";
import { dropForm, writeDraft } from "@/lib/drafts";
import { aDesk } from "@/testing/desk/desk-server";
import { aSubject, CALLUM, heldBy } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { aHeadModerator } from "@/testing/factories";
import { refusal, withBody } from "@/testing/handlers";
import { server } from "@/testing/server";

import { diffOf } from "./diff";

beforeAll(giveRoom);

const DRAFT = "draft.2.4";

function aRevision(number: number, change: Partial<Revision> = {}): Revision {
  return {
    number,
    created_at: "2026-11-20T09:42:00Z",
    author: number === 1 ? null : CALLUM,
    reason: number === 1 ? "" : "A name taken out.",
    title: "Review 4",
    text: "The text of review 4.",
    constructive: "",
    author_name: "Rowan Thackery",
    business_name: null,
    job_title: null,
    anonymous: false,
    ...change,
  };
}

/** A desk whose server accepts edits; `revisions`: those that the server has. */
function anEditableDesk(revisions: Revision[] = [aRevision(1)], gate = Promise.resolve()) {
  const desk = aDesk([4, 6], (id) => ({ subject: aSubject(id, { revision: revisions.length }) }));
  const bodies: unknown[] = [];
  desk.handlers.unshift(
    http.get("*/api/review/:id/revisions", () => HttpResponse.json(revisions)),
    http.patch("*/api/review/4", async ({ request }) => {
      const body = (await request.json()) as { text?: string; reason: string };
      await gate;
      bodies.push(body);
      const saved = aRevision(revisions.length + 1, { text: body.text ?? "", reason: body.reason });
      revisions.push(saved);
      desk.change(4, { subject: aSubject(4, { text: saved.text, revision: saved.number }) });
      return HttpResponse.json(saved);
    }),
  );
  return { desk, bodies, revisions };
}

const field = (name: string) => screen.findByRole("textbox", { name });

/** Waits until the saved edit has closed the editor. The notification may still be there from the previous test. */
const closed = () => waitFor(() => expect(screen.queryByRole("form", { name: "Edit this review" })).not.toBeInTheDocument());

async function edit(user: UserEvent, text: string) {
  await heading("Review 4");
  await user.keyboard("w");
  await user.type(await field("Text"), text);
}

describe("the editor", () => {
  test("opens by a key, takes the item, shows what changes, and saves it with a reason as a new revision", async () => {
    const { desk, bodies } = anEditableDesk();
    const { user } = await openDesk(desk);
    await edit(user, " And more.");
    await waitFor(() => expect(desk.sent("PUT", "/tasks/4/lock")).not.toHaveLength(0));
    const changes = await screen.findByText("And more.", { exact: false, selector: "ins" });
    expect(changes).toHaveTextContent("added: And more.");
    await user.click(screen.getByRole("button", { name: /Save revision 2/ }));
    expect(await screen.findByText("Say why the text is edited", { selector: ".error" })).toBeVisible();
    expect(bodies).toEqual([]);
    expect(await field("Reason for the edit")).toHaveFocus();
    await user.keyboard("The author asked for it.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Revision 2 saved")).toBeVisible();
    expect(bodies).toEqual([
      { revision: 1, reason: "The author asked for it.", text: "The text of review 4. And more." },
    ]);
    expect(await screen.findByRole("heading", { name: /^Revisions/ })).toBeVisible();
    expect(screen.queryByRole("form", { name: "Edit this review" })).not.toBeInTheDocument();
    expect(localStorage.getItem(DRAFT)).toBeNull();
  });

  test("keeps what was typed over Escape and a closed tab, and resets to the initial settings", async () => {
    const { desk } = anEditableDesk();
    const { user } = await openDesk(desk);
    await edit(user, " And more.");
    await user.keyboard("{Escape}");
    expect(await screen.findByText(/^Draft stored .*, not saved as a revision/)).toBeVisible();
    expect(localStorage.getItem(DRAFT)).toContain("And more.");
    await user.click(screen.getByRole("button", { name: /^Edit/ }));
    expect(await field("Text")).toHaveValue("The text of review 4. And more.");
    await user.click(screen.getByRole("button", { name: "Reset" }));
    await user.click(within(await screen.findByRole("dialog", { name: "Discard your edit?" })).getByRole("button", { name: "Cancel" }));
    expect(await field("Text")).toHaveValue("The text of review 4. And more.");
    await user.click(screen.getByRole("button", { name: "Reset" }));
    await user.click(within(await screen.findByRole("dialog", { name: "Discard your edit?" })).getByRole("button", { name: "Discard" }));
    await waitFor(async () => expect(await field("Text")).toHaveValue("The text of review 4."));
    await waitFor(async () => expect(await field("Text")).toHaveFocus());
    expect(screen.getByRole("button", { name: "Reset" })).toBeDisabled();
    expect(localStorage.getItem(DRAFT)).not.toContain("And more.");
  });

  test("that comes second shows what was saved first beside one's own, and goes on from it", async () => {
    const { desk, bodies, revisions } = anEditableDesk();
    const { user } = await openDesk(desk);
    await edit(user, " Mine.");
    await user.type(await field("Reason for the edit"), "A typo.");
    revisions.push(aRevision(2, { title: "Their title" }));
    server.use(
      http.patch(
        "*/api/review/4",
        () => {
          desk.change(4, { subject: aSubject(4, { title: "Their title", revision: 2 }) });
          return refusal(409, "stale_revision", { newer: revisions[1] });
        },
        { once: true },
      ),
    );
    await user.keyboard("{Control>}{Enter}{/Control}");
    const form = screen.getByRole("form", { name: "Edit this review" });
    expect(await within(form).findByText(/saved revision 2:/)).toHaveTextContent(/^Callum Frayne saved revision 2/);
    expect(within(form).getByText(/Their/, { selector: "ins" })).toBeVisible();
    expect(within(form).getAllByText(/Mine\./, { selector: "ins" })[0]).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Apply my edit to revision 2" }));
    expect(await field("Title")).toHaveValue("Their title");
    expect(await field("Text")).toHaveValue("The text of review 4. Mine.");
    await user.click(screen.getByRole("button", { name: /Save revision 3/ }));
    await screen.findByText("Revision 3 saved");
    expect(bodies).toEqual([{ revision: 2, reason: "A typo.", text: "The text of review 4. Mine." }]);
  });

  test("says that it is saving, and cannot be saved twice meanwhile", async () => {
    let answer: () => void = () => undefined;
    const { desk, bodies } = anEditableDesk([aRevision(1)], new Promise<void>((resolve) => (answer = resolve)));
    const { user } = await openDesk(desk);
    await edit(user, " And more.");
    await user.type(await field("Reason for the edit"), "A typo.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Saving")).toBeVisible();
    expect(screen.getByRole("form", { name: "Edit this review" })).toHaveAttribute("aria-busy", "true");
    expect(screen.getByRole("button", { name: /Save revision 2/ })).toBeDisabled();
    await user.keyboard("{Control>}{Enter}{/Control}");
    answer();
    await waitFor(() => expect(screen.queryByRole("form")).not.toBeInTheDocument());
    expect(bodies).toHaveLength(1);
  });

  test("whose saving was refused has the focus again, and Ctrl+Enter sends it once more", async () => {
    const { desk, bodies } = anEditableDesk();
    const { user } = await openDesk(desk);
    await edit(user, " And more.");
    await user.type(await field("Reason for the edit"), "A typo.");
    server.use(http.patch("*/api/review/4", () => refusal(409, "lock_lost"), { once: true }));
    await user.click(screen.getByRole("button", { name: /Save revision 2/ }));
    await screen.findByText("The text was not saved", { selector: ".strong" });
    expect(document.activeElement?.closest("form, [class*=outcome]")).not.toBeNull();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await closed();
    expect(bodies).toHaveLength(1);
  });

  test.each([
    ["its key", (user: UserEvent) => user.keyboard("{Control>}{Enter}{/Control}")],
    ["its button", (user: UserEvent) => user.click(screen.getByRole("button", { name: /Save revision 2/ }))],
  ])("that was saved by %s leaves the focus on the title of the item", async (_, save) => {
    const { desk } = anEditableDesk();
    const { user } = await openDesk(desk);
    await edit(user, " And more.");
    await user.type(await field("Reason for the edit"), "A typo.");
    await save(user);
    await closed();
    expect(await heading("Review 4")).toHaveFocus();
  });

  test("is not offered where the text cannot be edited", async () => {
    const { user } = await openDesk(aDesk([4], () => ({ editable: false })));
    await heading("Review 4");
    await user.keyboard("w");
    expect(screen.queryByRole("button", { name: /^Edit/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("form")).not.toBeInTheDocument();
  });

  test.each([
    ["holds", "held", heldBy(CALLUM, 30), "Callum Frayne holds this item. The text can be edited when the item is free."],
    ["is assigned", "assigned", { assigned_to: CALLUM }, "This item is assigned to Callum Frayne, so nobody else can edit the text."],
  ])("says why it does not open while another person %s the item (%s)", async (_, __, lock, sentence) => {
    const { user } = await openDesk(aDesk([4], () => lock), "/reviews/moderate?item=4");
    await heading("Review 4");
    const button = screen.getByRole("button", { name: /^Edit/ });
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveAccessibleDescription(sentence);
    button.focus();
    expect(button).toHaveFocus();
    await user.keyboard("w");
    expect(await screen.findByText(sentence, { selector: "[role=status]" })).toBeVisible();
    expect(screen.queryByRole("form")).not.toBeInTheDocument();
  });

  test("says to those who may that the item can be taken over", async () => {
    const { user } = await openDesk(aDesk([4], () => heldBy(CALLUM, 30)), "/reviews/moderate?item=4", aHeadModerator());
    await heading("Review 4");
    await user.click(screen.getByRole("button", { name: /^Edit/ }));
    expect(await screen.findByText(/To edit it now, take the item over first\.$/, { selector: "[role=status]" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Take over" })).toBeVisible();
  });

  test("keeps the outcomes' keys from deciding what is half edited", async () => {
    const { desk } = anEditableDesk();
    const { user } = await openDesk(desk);
    await edit(user, " And more.");
    await user.click(screen.getByRole("checkbox", { name: /^Anonymous/ }));
    await user.keyboard("a");
    expect(desk.sent("POST", "/decision")).toEqual([]);
  });
});

describe("the draft of a saved edit", () => {
  const KEPT = /^Draft stored/;
  const saveIt = async (user: UserEvent) => {
    await user.type(await field("Reason for the edit"), "A typo.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await closed();
  };
  /** The server's draft of a text based on the first revision, typed `ago` milliseconds ago. */
  const onServer = (text: string, ago = 0) => [
    { outcome: "revise", form: { text, reason: "A typo.", revision: "1" }, saved_at: new Date(Date.now() - ago).toISOString() },
  ];

  test("does not come back from an answer of the server that is older than the edit", async () => {
    const { desk } = anEditableDesk();
    const { user } = await openDesk(desk);
    await edit(user, " And more.");
    // a draft that was sent earlier, which every answer contains until the server has deleted it
    desk.change(4, { drafts: onServer("The text of review 4. And mo") });
    await saveIt(user);
    await user.keyboard("j");
    await heading("Review 6");
    await user.keyboard("k");
    await heading("Review 4");
    expect(await screen.findByRole("heading", { name: /^Revisions/ })).toBeVisible();
    expect(screen.queryByText(KEPT)).not.toBeInTheDocument();
    await user.keyboard("w");
    expect(await field("Text")).toHaveValue("The text of review 4. And more.");
    expect(screen.queryByText(/based on revision 1/)).not.toBeInTheDocument();
  });

  test("is not sent to the server after the edit: what was on its way arrives first", async () => {
    const { desk } = anEditableDesk();
    const order: string[] = [];
    let answerDrafts: () => void = () => undefined;
    const areAnswered = new Promise<void>((resolve) => (answerDrafts = resolve));
    desk.handlers.unshift(
      http.put("*/api/tasks/4/draft", async () => {
        order.push("draft");
        await areAnswered;
        order.push("draft stored");
        return HttpResponse.json({ outcome: "revise", form: {}, saved_at: "2026-11-20T09:00:00Z" });
      }),
      http.patch("*/api/review/4", () => void order.push("edit")),
    );
    const { user } = await openDesk(desk);
    await edit(user, " And more.");
    await waitFor(() => expect(order).toEqual(["draft"]));
    await user.type(await field("Reason for the edit"), "A typo.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Saving")).toBeVisible();
    answerDrafts();
    await closed();
    // one draft, or more if typing took long
    expect(order.join(", ")).toMatch(/^(draft, draft stored, )+edit$/);
  });

  test("is no conflict when it equals the newest text, and is dropped", async () => {
    // saved, but the answer never arrived: the page was loaded again
    const drafts = onServer("The text of review 4.");
    const desk = aDesk([4], (id) => ({ drafts, subject: aSubject(id, { revision: 2 }) }));
    desk.handlers.unshift(http.get("*/api/review/4/revisions", () => HttpResponse.json([aRevision(1, { text: "Old." }), aRevision(2)])));
    const discarded: unknown[] = [];
    desk.handlers.unshift(
      http.put("*/api/tasks/4/draft", withBody(discarded, () => HttpResponse.json({ outcome: "revise", form: {}, saved_at: new Date().toISOString() }))),
    );
    const { user } = await openDesk(desk);
    await heading("Review 4");
    await waitFor(() => expect(discarded).toEqual([{ outcome: "revise", form: {} }]));
    expect(screen.queryByText(KEPT)).not.toBeInTheDocument();
    expect(localStorage.getItem(DRAFT)).toBeNull();
    await user.keyboard("w");
    expect(await field("Text")).toHaveValue("The text of review 4.");
    expect(screen.queryByText(/Apply my edit/)).not.toBeInTheDocument();
  });

  test("goes from every tab of the browser, whatever an older answer says", async () => {
    const { desk } = anEditableDesk();
    desk.change(4, { drafts: onServer("The text of review 4. Half a wo", 60_000) });
    const { user } = await openDesk(desk);
    await heading("Review 4");
    expect(await screen.findByText(KEPT)).toBeVisible();
    // another tab has saved the edit
    act(() => {
      dropForm(DRAFT, "revise", Date.now());
      window.dispatchEvent(new StorageEvent("storage", { key: DRAFT }));
    });
    expect(screen.queryByText(KEPT)).not.toBeInTheDocument();
    await user.keyboard("j");
    await heading("Review 6");
    await user.keyboard("k");
    await heading("Review 4");
    expect(screen.queryByText(KEPT)).not.toBeInTheDocument();
    expect(localStorage.getItem(DRAFT)).toBeNull();
  });

  test("goes from another desk that had only copied it, but not what was typed there", async () => {
    const values = { text: "The text of review 4. Half a wo", revision: "1" };
    const stored = (copied: boolean) => ({ open: null, forms: { revise: { at: Date.now(), values, titles: {}, copied } } });
    const { desk } = anEditableDesk([aRevision(1), aRevision(2, { text: "The text of review 4. Half a word." })]);
    writeDraft(DRAFT, stored(true));
    writeDraft("draft.2.6", stored(false));
    const { user } = await openDesk(desk);
    await heading("Review 4");
    await waitFor(() => expect(localStorage.getItem(DRAFT)).toBeNull());
    expect(screen.queryByText(KEPT)).not.toBeInTheDocument();
    await user.keyboard("j");
    await heading("Review 6");
    expect(await screen.findByText(KEPT)).toBeVisible();
  });
});

test("an edit that was typed and not saved is asked about before the text goes on without it", async () => {
  const { desk } = anEditableDesk();
  const { user } = await openDesk(desk);
  await edit(user, " Without the name.");
  await screen.findByRole("timer");
  await user.keyboard("{Escape}");
  await screen.findByText(/^Draft stored .*, not saved as a revision/);
  await user.keyboard("a");
  const asked = () => screen.findByRole("dialog", { name: "Approve without your edit?" });
  await user.click(within(await asked()).getByRole("button", { name: "Cancel" }));
  expect(desk.sent("POST", "/tasks/4/decision")).toEqual([]);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.keyboard("a");
  await user.click(within(await asked()).getByRole("button", { name: "Approve as it was" }));
  await waitFor(() => expect(desk.sent("POST", "/tasks/4/decision")).toHaveLength(1));
});

test("a decision on an older revision is refused, and what is new in the text stands beside it", async () => {
  const { desk, revisions } = anEditableDesk();
  const { user } = await openDesk(desk);
  await heading("Review 4");
  await user.keyboard("n");
  await screen.findByRole("timer");
  revisions.push(aRevision(2, { text: "The text of review 4, shorter." }));
  server.use(
    http.post("*/api/tasks/4/decision", () => {
      desk.change(4, { subject: aSubject(4, { text: "The text of review 4, shorter.", revision: 2 }) });
      return refusal(409, "stale_revision", { newer: revisions[1] });
    }),
  );
  await user.keyboard("a");
  const notice = (await screen.findByText("Not approved", { selector: ".strong" })).closest<HTMLElement>(".notice");
  expect(await within(notice ?? document.body).findByText(/shorter/, { selector: "ins" })).toBeVisible();
});

describe("a difference", () => {
  test("is told word by word", () => {
    expect(diffOf("They came on time.", "They came in time.")).toEqual([
      { kind: "same", text: "They came " },
      { kind: "out", text: "on" },
      { kind: "in", text: "in" },
      { kind: "same", text: " time." },
    ]);
  });

  test("of two texts without a word in common is the one and then the other", () => {
    const long = (word: string) => Array.from({ length: 9_000 }, (_, index) => `${word}${index}`).join(" ");
    expect(diffOf(long("a"), long("b")).map(({ kind }) => kind)).toEqual(["out", "in"]);
  });
});
