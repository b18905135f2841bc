import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";

import type { BannedWord } from "@/api/types";
import { aHeadModerator } from "@/testing/factories";
import { withBody, withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const aWord = (change: Partial<BannedWord> = {}): BannedWord => ({
  id: 1,
  term: "scam",
  mode: "prefix",
  action: "flag",
  severity: 1,
  language: "en",
  notes: "",
  exceptions: ["scampi"],
  endings: false,
  shadow: false,
  retired_at: null,
  stopped_at: null,
  updated_at: "2026-11-20T08:00:00Z",
  matches: 12,
  rejected: 1,
  published: 9,
  precision: 0.1,
  ...change,
});

const answerWith = (...items: BannedWord[]) =>
  server.use(http.get("*/api/banned-words", () => HttpResponse.json({ items, next_cursor: null })));

beforeEach(() => {
  const totals = { all: 2, flag: 1, hold: 0, reject: 1, shadow: 0, stopped: 0 };
  server.use(http.get("*/api/banned-words/version", () => HttpResponse.json({ number: 7, changed_at: "2026-11-20T08:00:00Z", totals })));
});

test("an entry stands in the list with how often people upheld its matches", async () => {
  answerWith(aWord());
  renderApp("/reviews/banned-words", { as: aHeadModerator() });
  const row = (await screen.findByRole("button", { name: "Edit scam" })).closest("tr") ?? document.body;
  expect(row).toHaveTextContent("10%");
  expect(within(row).getByText("12")).toBeVisible();
  expect(screen.getByText("version 7")).toBeVisible();
});

test("of an entry about whose matches nobody has decided a dash stands there, and says so", async () => {
  answerWith(aWord({ rejected: 0, published: 0, precision: null }));
  renderApp("/reviews/banned-words", { as: aHeadModerator() });
  const row = (await screen.findByRole("button", { name: "Edit scam" })).closest("tr") ?? document.body;
  expect(within(row).getByTitle("none decided")).toHaveTextContent("–none decided");
});

test("of fewer than ten decided matches the counts are said, not a share", async () => {
  answerWith(aWord({ rejected: 0, published: 9, precision: 0 }), aWord({ id: 2, term: "crook", rejected: 0, published: 10, precision: 0 }));
  renderApp("/reviews/banned-words", { as: aHeadModerator() });
  expect((await screen.findByRole("button", { name: "Edit scam" })).closest("tr")).toHaveTextContent("0 of 9");
  expect(screen.getByRole("button", { name: "Edit crook" }).closest("tr")).toHaveTextContent("0%");
});

test("what is rarely done with the whole list is in its menu: its log, a file, an import", async () => {
  answerWith(aWord());
  const { user } = renderApp("/reviews/banned-words", { as: aHeadModerator() });
  const more = await screen.findByRole("button", { name: "More for the list" });
  await user.click(more);
  await user.click(screen.getByRole("menuitem", { name: "Import" }));
  expect(await screen.findByRole("dialog", { name: "Import a list" })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(more).toHaveFocus());
  await user.click(more);
  server.use(http.get("*/api/banned-words/export", () => HttpResponse.json({}, { status: 500 })));
  await user.click(screen.getByRole("menuitem", { name: "Export" }));
  expect(await screen.findByText("The export failed. Please try again.")).toBeVisible();
});

test("entries that were stopped or retired are asked for in its menu, and columns are chosen there", async () => {
  const asked: string[] = [];
  server.use(
    http.get("*/api/banned-words", withCall(asked, ({ request }) => new URL(request.url).searchParams.get("state") ?? "", () =>
      HttpResponse.json({ items: [aWord()], next_cursor: null }),
    )),
  );
  const { user } = renderApp("/reviews/banned-words", { as: aHeadModerator() });
  const shown = within(await screen.findByRole("group", { name: "Entries" }));
  expect(shown.getAllByRole("button").map((chip) => chip.textContent)).toEqual(["All2", "Flag1", "Hold0", "Reject1", "Shadow0"]);
  await user.click(screen.getByRole("button", { name: "More for the list" }));
  await user.click(screen.getByRole("menuitem", { name: "Stopped 0" }));
  expect(await shown.findByRole("button", { name: /^Stopped/, pressed: true })).toBeVisible();
  await waitFor(() => expect(asked.at(-1)).toBe("stopped"));
  expect(screen.getByRole("columnheader", { name: "Severity" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "More for the list" }));
  await user.click(screen.getByRole("menuitemcheckbox", { name: "Severity" }));
  expect(screen.queryByRole("columnheader", { name: "Severity" })).toBeNull();
});

test("on a phone a text is tried in place of the list, and an entry is added beside the field", async () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(358);
  vi.stubGlobal("ResizeObserver", function Observer() {
    return { observe: vi.fn(), disconnect: vi.fn() };
  });
  answerWith(aWord());
  const readings = [{ view: "leetspeak", text: "a scam", marks: [{ start: 2, end: 6 }] }];
  server.use(http.post("*/api/banned-words/test", () => HttpResponse.json({ matches: [{ start: 2, end: 6, action: "flag", shadow: false }], readings, spared: [] })));
  const { user } = renderApp("/reviews/banned-words", { as: aHeadModerator() });
  expect(await screen.findByRole("button", { name: "New entry" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "More for the list" }));
  await user.click(screen.getByRole("menuitem", { name: "Try a text" }));
  const tester = within(screen.getByRole("region", { name: "Try it" }));
  await user.type(tester.getByLabelText("Text to try"), "A scam");
  expect(await tester.findByText("1 match, flag")).toBeVisible();
  expect(tester.getByRole("region", { name: "Digits as letters" })).toHaveTextContent("a scam");
  await user.click(tester.getByRole("button", { name: "Close" }));
  expect(tester.queryByRole("button", { name: "Close" })).toBeNull();
  await user.click(screen.getByText("Filters"));
  await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Most matches first");
  expect(screen.getByRole("combobox", { name: "Sort by" })).toHaveDisplayValue("Most matches first");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a text that is tried stays when an entry is opened, and when it is closed", async () => {
  answerWith(aWord());
  server.use(http.post("*/api/banned-words/test", () => HttpResponse.json({ matches: [], readings: [], spared: [] })));
  const { user } = renderApp("/reviews/banned-words", { as: aHeadModerator() });
  await user.type(await screen.findByLabelText("Text to try"), "A s c a m");
  await user.click(screen.getByRole("button", { name: "New entry" }));
  const editor = within(await screen.findByRole("region", { name: "New entry" }));
  expect(editor.getByLabelText("Text to try")).toHaveValue("A s c a m");
  await user.click(editor.getByRole("button", { name: "Close the entry" }));
  expect(await screen.findByLabelText("Text to try")).toHaveValue("A s c a m");
});

test("a term to be rejected is hidden until somebody wants to see it", async () => {
  answerWith(aWord({ term: "crypto investment", action: "reject" }));
  const { user } = renderApp("/reviews/banned-words", { as: aHeadModerator() });
  expect(await screen.findByText("c••• i•••")).toBeVisible();
  expect(screen.queryByText("crypto investment")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show the term" }));
  expect(screen.getByText("crypto investment")).toBeVisible();
});

test("an entry is changed beside the list, and a refusal says why and keeps what was typed", async () => {
  answerWith(aWord());
  const sent: unknown[] = [];
  server.use(http.patch("*/api/banned-words/1", withBody(sent, () => HttpResponse.json({ code: "word_exists", message: "" }, { status: 409 }))));
  const { user } = renderApp("/reviews/banned-words", { as: aHeadModerator() });
  await user.click(await screen.findByRole("button", { name: "Edit scam" }));
  const term = await screen.findByLabelText("Term");
  await user.clear(term);
  await user.type(term, "swindle");
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  expect(await screen.findByText("The list has an entry with this term and this mode.")).toBeVisible();
  expect(term).toHaveValue("swindle");
  expect(sent).toEqual([{ term: "swindle" }]);
});

test("an entry that was added can be taken back from its notification; an older one is retired after a question", async () => {
  answerWith(aWord());
  const retired: string[] = [];
  server.use(
    http.post("*/api/banned-words", () => HttpResponse.json(aWord({ id: 9 }), { status: 201 })),
    http.delete("*/api/banned-words/:id", ({ params }) => {
      retired.push(String(params.id));
      if (params.id === "1") answerWith();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderApp("/reviews/banned-words?q=sca", { as: aHeadModerator() });
  await user.click(await screen.findByRole("button", { name: "New entry" }));
  await user.type(await screen.findByLabelText("Term"), "swindle{Control>}{Enter}{/Control}");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Entry retired.")).toBeVisible();
  expect(retired).toEqual(["9"]);
  await user.click(screen.getByRole("button", { name: "Edit scam" }));
  await user.click(await screen.findByRole("button", { name: "Retire this entry" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: /^Retire this entry/ }));
  expect(await screen.findByRole("heading", { name: "No entry matches these filters" })).toBeVisible();
  expect(retired).toEqual(["9", "1"]);
});

test("Ctrl+Enter saves the entry also while a trial keeps its button busy; its matches are proposed to people", async () => {
  answerWith(aWord());
  const sent: unknown[] = [];
  let finish: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (finish = resolve));
  const examples = [{ review_id: 8, text: "A scam.", start: 2, end: 6, status: "pending" }];
  const trial = { id: 4, searched: 9, total: 9, open_matched: 2, open_total: 9, recent_matched: 5, recent_total: 9, saved_recent: null };
  server.use(
    http.patch("*/api/banned-words/1", withBody(sent, () => HttpResponse.json({ code: "list_full", message: "" }, { status: 409 }))),
    http.post("*/api/banned-words/trial", async () => {
      await begun;
      return HttpResponse.json({ id: 4 }, { status: 202 });
    }),
    http.get("*/api/banned-words/trial/4", () =>
      HttpResponse.json({ ...trial, state: "done", rejected: 0, published: 3, still_open: 2, withdrawn: 1, older: 1, examples }),
    ),
  );
  const { user } = renderApp("/reviews/banned-words", { as: aHeadModerator() });
  await user.click(await screen.findByRole("button", { name: "Edit scam" }));
  const button = await screen.findByRole("button", { name: "Count matches" });
  await user.click(button);
  expect(button).toBeDisabled();
  button.blur(); // browsers do this for a disabled button
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(sent).toHaveLength(1));
  finish();
  const link = await screen.findByRole("link", { name: "Propose 3 published reviews to bulk moderation" });
  expect(link).toHaveAttribute("href", "/reviews/bulk-moderate?queue=published&outcome=investigate&trial=4");
  expect(screen.getByRole("link", { name: "Propose open reviews to bulk moderation" })).toBeVisible();
  // the 5 matches of 90 days and an older one add up to the 6 of the shares
  for (const share of ["0 rejected by people", "3 published", "2 open", "1 withdrawn"]) expect(screen.getByText(share)).toBeVisible();
  expect(screen.getByRole("list", { name: "Examples" })).toHaveTextContent("A scam.");
  expect(screen.getByText("6 reviews match in all. 1 of them is open and older than 90 days.")).toBeVisible();
});

test("a pattern that was stopped is marked in the list, and its entry says until when it matches nothing", async () => {
  answerWith(aWord({ term: "x.{0,99}y", mode: "pattern", stopped_at: "2026-11-20T09:00:00Z" }));
  const { user } = renderApp("/reviews/banned-words", { as: aHeadModerator() });
  const row = (await screen.findByRole("button", { name: "Edit x.{0,99}y" })).closest("tr") ?? document.body;
  expect(within(row).getByText("Stopped")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Edit x.{0,99}y" }));
  expect(await screen.findByText(/It matches nothing until its term is changed/)).toBeVisible();
});

test.each([
  ["costly", /this pattern costs too much on these reviews/],
  ["replaced", /given up for another of yours/],
])("a trial that ended because it was %s says why", async (reason, sentence) => {
  answerWith(aWord());
  server.use(
    http.post("*/api/banned-words/trial", () => HttpResponse.json({ id: 4 }, { status: 202 })),
    http.get("*/api/banned-words/trial/4", () =>
      HttpResponse.json({ id: 4, state: "failed", reason, searched: 0, total: 9, recent_matched: 0, saved_recent: null, examples: [] }),
    ),
  );
  const { user } = renderApp("/reviews/banned-words", { as: aHeadModerator() });
  await user.click(await screen.findByRole("button", { name: "Edit scam" }));
  await user.click(await screen.findByRole("button", { name: "Count matches" }));
  expect(await screen.findByText(sentence)).toBeVisible();
});

test("a trial that failed says so, and is tried again", async () => {
  answerWith(aWord());
  const begun: unknown[] = [];
  const figures = { open_matched: 0, open_total: 9, recent_matched: 0, recent_total: 9, rejected: 0, published: 0, still_open: 0, withdrawn: 0, older: 0 };
  server.use(
    http.post("*/api/banned-words/trial", withBody(begun, () => HttpResponse.json({ id: begun.length }, { status: 202 }))),
    http.get("*/api/banned-words/trial/:id", ({ params }) =>
      HttpResponse.json({
        ...{ ...figures, id: Number(params.id), searched: 9, total: 9, saved_recent: null, examples: [] },
        state: params.id === "1" ? "failed" : "done",
      }),
    ),
  );
  const { user } = renderApp("/reviews/banned-words", { as: aHeadModerator() });
  await user.click(await screen.findByRole("button", { name: "Edit scam" }));
  await user.click(await screen.findByRole("button", { name: "Count matches" }));
  expect(await screen.findByText(/^The trial did not reach its end/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("It would have matched no review.")).toBeVisible();
  expect(screen.queryByText(/^The trial did not reach its end/)).toBeNull();
  expect(begun).toHaveLength(2);
});

test("a new entry has the usual endings unless they are ticked off; an older one gets them by a tick", async () => {
  answerWith(aWord({ mode: "word" }));
  const sent: unknown[] = [];
  const refuse = async ({ request }: { request: Request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ code: "word_exists", message: "" }, { status: 409 });
  };
  server.use(http.post("*/api/banned-words", refuse), http.patch("*/api/banned-words/1", refuse));
  const { user } = renderApp("/reviews/banned-words", { as: aHeadModerator() });
  const save = async () => {
    const before = sent.length;
    await user.click(screen.getByRole("button", { name: /^Save/ }));
    await waitFor(() => expect(sent).toHaveLength(before + 1));
    await screen.findByText("The list has an entry with this term and this mode.");
    return sent.at(-1);
  };
  await user.click(await screen.findByRole("button", { name: "New entry" }));
  await user.type(await screen.findByLabelText("Term"), "swindle");
  const endings = screen.getByRole("checkbox", { name: /^Plurals and possessives/ });
  expect(endings).toBeChecked();
  expect(await save()).not.toHaveProperty("endings"); // the server knows which terms take no endings
  await user.click(endings);
  expect(await save()).toMatchObject({ term: "swindle", endings: false });
  await user.click(screen.getByRole("radio", { name: "Pattern" }));
  expect(endings).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Edit scam" }));
  const older = await screen.findByRole("checkbox", { name: /^Plurals and possessives/ });
  expect(older).not.toBeChecked();
  await user.click(older);
  expect(await save()).toEqual({ endings: true });
});

test("mode and action are chosen in sight, and Reset brings back what is stored", async () => {
  answerWith(aWord());
  const { user } = renderApp("/reviews/banned-words", { as: aHeadModerator() });
  await user.click(await screen.findByRole("button", { name: "Edit scam" }));
  const reset = await screen.findByRole("button", { name: "Reset" });
  expect(reset).toBeDisabled();
  expect(screen.getByRole("radio", { name: "Prefix" })).toBeChecked();
  expect(screen.getByText("Counts open reviews and those of 90 days, changes nothing.")).toBeVisible();
  await user.click(within(screen.getByRole("group", { name: "Action" })).getByRole("radio", { name: "Hold" }));
  await user.type(screen.getByLabelText("Term"), "mer");
  await user.click(reset);
  expect(screen.getByRole("radio", { name: "Flag" })).toBeChecked();
  expect(screen.getByLabelText("Term")).toHaveValue("scam");
  expect(screen.getByLabelText("Term")).toHaveFocus();
  expect(reset).toBeDisabled();
});
