import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { aDesk } from "@/testing/desk/desk-server";
import { anEntry, CALLUM } from "@/testing/desk/factories";
import { openDesk } from "@/testing/desk/open-desk";

const ME = { id: 2, name: "Marta Ellwood" };
const ADA = { id: 12, name: "Ada Byron" };

/** The sentences that the reader, Marta Ellwood, sees for an action of one person that concerns another. */
const TOLD = [
  ["assign", ME, { to: ME }, "You assigned it to yourself"],
  ["assign", ME, { to: CALLUM, from: ME }, "You assigned it to Callum Frayne"],
  ["assign", CALLUM, { to: CALLUM, holder: ME }, "Callum Frayne assigned it to themselves"],
  ["assign", CALLUM, { to: ME }, "Callum Frayne assigned it to you"],
  ["assign", CALLUM, { to: ADA }, "Callum Frayne assigned it to Ada Byron"],
  ["unassign", ME, { from: ME }, "You unassigned it"],
  ["unassign", ME, { from: CALLUM }, "You unassigned it from Callum Frayne"],
  ["unassign", CALLUM, { from: CALLUM }, "Callum Frayne unassigned it"],
  ["unassign", CALLUM, { from: ME }, "Callum Frayne unassigned it from you"],
  ["unassign", null, { from: ME }, "Somebody unassigned it from you"],
  ["take_over", ME, { holder: CALLUM }, "You took it over from Callum Frayne"],
  ["take_over", CALLUM, { from: ME }, "Callum Frayne took it over from you"],
  ["take_over", CALLUM, { holder: ADA, from: ME }, "Callum Frayne took it over from Ada Byron"],
  ["revise", ME, { revision: 2 }, "You changed the text"],
  ["note", ME, {}, "You left a note"],
  ["note", ME, { to: ME }, "You left a note"],
  ["note", ME, { to: CALLUM }, "You left a note for Callum Frayne"],
  ["note", CALLUM, { to: ME }, "Callum Frayne left a note for you"],
  ["consent", ME, { was: "asked", is: "given", on: "2026-11-26" }, "You recorded the author’s consent: given on 26 November 2026"],
  ["consent", ME, { was: "asked", is: "given" }, "You recorded the author’s consent: given"],
  ["consent", CALLUM, { was: "given", is: "given", was_on: "2026-11-26", on: "2026-11-28" }, "Callum Frayne changed the day of the author’s consent from 26 November 2026 to 28 November 2026"],
  ["consent", null, { was: "given", is: "given", was_on: "2026-11-26", on: "2026-11-28" }, "Its source changed the day of the author’s consent from 26 November 2026 to 28 November 2026"],
  ["consent", CALLUM, { was: "given", is: "withdrawn", was_on: "2026-11-26" }, "Callum Frayne recorded the author’s consent: withdrawn"],
  ["reveal", ME, {}, "The first decision was by you: “Approve”"],
  ["reveal", CALLUM, {}, "The first decision was by Callum Frayne: “Approve”"],
] as const;

test("the timeline names its reader “you”, whoever acts on whom", async () => {
  const events = TOLD.map(([action, actor, data], seq) => anEntry(seq + 1, { action, actor, data, label: "Approve" }));
  const desk = aDesk([4]);
  const history = http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events }));
  await openDesk({ ...desk, handlers: [history, ...desk.handlers] });
  await screen.findByText("assigned it to yourself", { exact: false });
  const [list = document.body] = screen.getAllByRole("list").filter((one) => one.classList.contains("timeline"));
  const sentences = within(list).getAllByRole("listitem").map((line) => line.querySelector("p")?.textContent);
  expect(sentences).toEqual(TOLD.map(([, , , sentence]) => sentence).reverse());
});

test("who took the item and released it without anything between looked at it: one line, which opens", async () => {
  const look = (seq: number, actor: typeof ME) => [anEntry(seq, { action: "claim", actor }), anEntry(seq + 1, { action: "release", actor })];
  const note = anEntry(10, { action: "note", actor: CALLUM });
  const events = [...look(1, ME), ...look(3, CALLUM), ...look(5, ME), note, ...look(11, CALLUM), anEntry(13, { action: "claim", actor: ME })];
  const desk = aDesk([4]);
  const history = http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events }));
  const { user } = await openDesk({ ...desk, handlers: [history, ...desk.handlers] });
  const many = await screen.findByText("Looked at 3 times by you and Callum Frayne");
  const list = document.querySelector(".timeline");
  const said = [...(list?.children ?? [])].map((line) => line.querySelector("p, summary")?.textContent);
  expect(said).toEqual(["You took it", "Callum Frayne looked at it", "Callum Frayne left a note", "Looked at 3 times by you and Callum Frayne"]);
  const told = within(many.closest("li") ?? document.body).getAllByText(/(took|released) it/, { exact: false, selector: "p > bdi" });
  expect(told).toHaveLength(6);
  expect(told[0]).not.toBeVisible();
  await user.click(many);
  expect(told[0]).toBeVisible();
});

/** The sentences for decisions of people and for events from outside. */
const DECIDED = [
  ["decide", "reply", "You replied"],
  ["decide", "reply_and_resolve", "You replied, and marked it as resolved"],
  ["decide", "resolve", "You marked it as resolved"],
  ["decide", "would_reject", "You would have rejected it"],
  ["decide", "first", "You settled it: the first decision was right"],
  ["fire", "readable", "The file was examined: it can be read"],
  ["fire", "unreadable", "The file was refused"],
] as const;

test("the timeline says each decision in plain words, and none by the label of its button", async () => {
  const events = DECIDED.map(([action, outcome], seq) => anEntry(seq + 1, { action, outcome, actor: action === "fire" ? null : ME, label: "Button" }));
  const desk = aDesk([4]);
  const history = http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events }));
  await openDesk({ ...desk, handlers: [history, ...desk.handlers] });
  await screen.findByText("settled it: the first decision was right", { exact: false });
  const [list = document.body] = screen.getAllByRole("list").filter((one) => one.classList.contains("timeline"));
  const sentences = within(list).getAllByRole("listitem").map((line) => line.querySelector("p")?.textContent);
  expect(sentences).toEqual(DECIDED.map(([, , sentence]) => sentence).reverse());
});

test("above the item stand the words of the decision that led to its step", async () => {
  const led = { action: "decide", to_node: "escalated", actor: CALLUM, outcome: "escalate", label: "Escalate" };
  const events = [
    anEntry(1, { ...led, text: "Of an earlier time." }),
    anEntry(2, { ...led, to_node: "backlog", text: "Elsewhere." }),
    anEntry(3, { ...led, text: "She names a child." }),
    anEntry(4, { ...led, text: "Of no weight any more." }),
    anEntry(5, { action: "undo", outcome: led.outcome, to_node: "pending", actor: CALLUM }),
  ];
  const desk = aDesk([4], () => ({ node: "escalated" }));
  const history = http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events }));
  await openDesk({ ...desk, handlers: [history, ...desk.handlers] });
  const why = await screen.findByRole("complementary", { name: "Why it is here" });
  expect(why).toHaveTextContent(/^Escalated by Callum Frayne, .*She names a child\.$/);
});

test("above a reopened item stand who reopened it and why, and what was decided before and for which reason", async () => {
  const events = [anEntry(1, { action: "reinstate", to_node: "escalated", actor: CALLUM, text: "She sent the receipt." })];
  const overridden = anEntry(2, { action: "decide", actor: ADA, outcome: "reject", label: "Reject", text: "No such street.", data: { reason_title: "Fake" } });
  const desk = aDesk([4], () => ({ node: "escalated" }));
  const history = http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events, overridden }));
  await openDesk({ ...desk, handlers: [history, ...desk.handlers] });
  const why = await screen.findByRole("complementary", { name: "Why it is here" });
  expect(why).toHaveTextContent(/^Reopened by Callum Frayne, .*She sent the receipt\.Before: Rejected by Ada Byron, .*Fake: No such street\.The whole story$/);
  expect(within(why).getByRole("link", { name: "The whole story" })).toHaveAttribute("href", expect.stringMatching(/^\/review\/\d+$/));
});

test("of two decisions that are compared, both stand above the item with what is asked, and on its buttons", async () => {
  const events = [
    anEntry(1, { action: "decide", to_node: "disagreements", actor: CALLUM, outcome: "would_reject", label: "I would reject", text: "No such street.", data: { reason_title: "Fake" } }),
    anEntry(2, { action: "reveal", actor: ADA, outcome: "approve", label: "Approve" }),
  ];
  const rest = { about: "", tone: "neutral" as const, form: null, undo: false, blocked: null };
  const outcomes = ["first", "second"].map((name, at) => ({ name, label: name, hotkey: String(at + 1), ...rest }));
  const desk = aDesk([4], () => ({ node: "disagreements", queue: "disagreements", outcomes }));
  const history = http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events }));
  await openDesk({ ...desk, handlers: [history, ...desk.handlers] });
  const why = await screen.findByRole("complementary", { name: "Why it is here" });
  await within(why).findByText(/^First decision/);
  expect(why).toHaveTextContent(/Say whose decision was right.*First decision: Approve, Ada Byron.*Second decision: I would reject, Callum Frayne.*Fake: No such street\.$/);
  expect(screen.getByRole("button", { name: /^Ada Byron was right: Approve/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Callum Frayne was right: Reject/ })).toBeVisible();
});
