import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, test, vi } from "vitest";

import type { OutcomeChoice, TaskDetail } from "@/api/types";
import { aDesk } from "@/testing/desk/desk-server";
import { APPROVE, CALLUM, heldBy, REJECT } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { aTestimonial, serveTestimonial } from "@/testing/testimonials";

import { HarmBand } from "./harm-band";

beforeAll(giveRoom);

const ME = { id: 2, name: "Marta Ellwood" };
const LETTER: OutcomeChoice = {
  ...REJECT,
  form: { ...REJECT.form, properties: { ...(REJECT.form?.properties as object), rule: { title: "Rule or law", type: "string", "x-widget": "textarea" } } },
};
const FINISH: OutcomeChoice = {
  ...APPROVE,
  name: "finish",
  label: "Finish",
  hotkey: "f",
  undo: false,
  form: {
    type: "object",
    "x-place": "beside",
    properties: { text: { title: "Text", type: "string", "x-widget": "textarea" }, title: { title: "Heading", type: "string" } },
  },
};

/** What was typed into the form of an item, which stood open or not when the page was left. */
function typed(outcome: string, values: Record<string, string>, isOpen = true, id = 4) {
  const forms = { [outcome]: { at: Date.now(), values, titles: {} } };
  localStorage.setItem(`draft.2.${id}`, JSON.stringify({ open: isOpen ? outcome : null, forms }));
}
const held = (outcomes: OutcomeChoice[]): Partial<TaskDetail> => ({ ...heldBy(ME), outcomes });

describe("the form of an outcome", () => {
  test.each([
    [{}, "Reason"],
    [{ facts: "No such street." }, "Reason"],
    [{ reason: "fake" }, "Facts"],
    [{ reason: "fake", facts: "No such street." }, "Facts"],
  ])("begins, with %j in it, at the first field that has to be filled, or at the text", async (values, label) => {
    typed("reject", values, false);
    const { user } = await openDesk(aDesk([4], () => ({ outcomes: [LETTER] })));
    await heading("Review 4");
    await user.keyboard("r");
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
  });

  test("beside a testimonial that was left with words in it is taken first, and its words are shown", async () => {
    const { id, title, company, author_name, medium, consent, stars, received_at, ...rest } = aTestimonial({ text: "" });
    const subject = { kind: "testimonial", id, title, company, author_name, medium, consent, stars, received_at, ...rest, begun_by: CALLUM };
    const transcription = { title: "Transcription", type: "string", "x-subject": "text", "x-widget": "textarea" };
    const finish = { ...FINISH, form: { type: "object", "x-place": "beside", properties: { transcription } } };
    serveTestimonial();
    typed("finish", { transcription: "They cared.\nAnd came again." }, false);
    const { user } = await openDesk(aDesk([4], () => ({ subject, outcomes: [finish, REJECT] }) as unknown as Partial<TaskDetail>), "/reviews/moderate?item=4");
    const words = await screen.findByRole("region", { name: "Transcription" });
    expect(words).toHaveTextContent("Callum Frayne has begun a transcription and not saved it. It stays with them: whoever takes the item begins anew.Your transcription is stored:They cared. And came again.");
    expect(screen.queryByText(/Nothing is transcribed yet/)).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Publish" })).not.toHaveClass("btn-primary");
    const take = screen.getByRole("button", { name: "Take and continue" });
    expect(take).toHaveClass("btn-primary");
    for (const label of ["Publish", "Reject"]) expect(screen.getByRole("button", { name: label })).toHaveAccessibleDescription("Take it first");
    await user.keyboard("r");
    expect((await screen.findAllByText("Take it first")).length).toBeGreaterThan(1); // beside the outcomes, and for the key
    expect(screen.queryByLabelText("Facts")).not.toBeInTheDocument();
    expect(words).toHaveTextContent("Your transcription is stored:");
  });

  test.each([
    ["left open", true],
    ["closed", false],
  ])("beside an item that is held has the focus when its page is loaded again, also if it was %s", async (_, isOpen) => {
    typed("finish", { text: "They cared." }, isOpen);
    const { desk, user } = await openDesk(aDesk([4], () => held([FINISH])), "/reviews/moderate?item=4");
    await waitFor(() => expect(screen.getByLabelText("Text")).toHaveFocus());
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(desk.sent("POST", "/decision")).toMatchObject([{ body: { form: { text: "They cared." } } }]));
  });

  test("beside an item is sent by Ctrl+Enter from the item as well, and not from the list", async () => {
    typed("finish", { text: "They cared." });
    const { desk, user } = await openDesk(aDesk([4], () => held([FINISH])), "/reviews/moderate?item=4");
    await screen.findByLabelText("Text");
    screen.getByRole("link", { name: /Review 4/ }).focus();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(desk.sent("POST", "/decision")).toEqual([]);
    await user.click(await heading("Review 4"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(desk.sent("POST", "/decision")).toHaveLength(1));
  });

  test("in place of the outcomes has the focus when the page of an item that is held is loaded again", async () => {
    typed("reject", { reason: "fake", facts: "No such street." });
    await openDesk(aDesk([4], () => held([LETTER])), "/reviews/moderate?item=4");
    await waitFor(() => expect(screen.getByLabelText("Facts")).toHaveFocus());
  });

  test("that was left open has the focus when its item is taken", async () => {
    typed("reject", { facts: "No such street." });
    const { user } = await openDesk(aDesk([4]));
    expect(await screen.findByLabelText("Facts")).not.toHaveFocus();
    await user.keyboard("{Enter}");
    await screen.findByRole("timer");
    await waitFor(() => expect(screen.getByLabelText("Reason")).toHaveFocus());
  });

  test("leaves the focus to whoever walks through the list", async () => {
    typed("reject", { facts: "No such street." }, true, 6);
    const { user } = await openDesk(aDesk([4, 6, 8], (id) => (id === 6 ? held([LETTER]) : {})), "/reviews/moderate?item=4");
    await heading("Review 4");
    await user.keyboard("j");
    await heading("Review 6");
    expect(await screen.findByLabelText("Facts")).toHaveValue("No such street.");
    await user.keyboard("j");
    await heading("Review 8");
  });
});

test("above a form a long passage of harm is said by its last whole words that fit, or not at all", () => {
  vi.stubGlobal("ResizeObserver", function Observer() {
    return { observe: vi.fn(), disconnect: vi.fn() };
  });
  const width = vi.spyOn(HTMLElement.prototype, "clientWidth", "get");
  for (const [room, said] of [[1000, "“Somebody should burn it down.”"], [380, "“… should burn it down.”"], [220, undefined]] as const) {
    width.mockReturnValue(room);
    render(<HarmBand harm={{ passages: ["Somebody should burn it down."], guidance: "" }} folded />);
    expect(screen.queryByText(/“/)?.textContent).toBe(said);
    cleanup();
  }
});
