import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { aDesk } from "@/testing/desk/desk-server";
import { anEntry, CALLUM, heldBy } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { refusal, withBody } from "@/testing/handlers";
import { storedDrafts } from "@/testing/stored-drafts";
import { server } from "@/testing/server";

beforeAll(giveRoom);

const notes: unknown[] = [];
beforeEach(() => (notes.length = 0));

async function openItem() {
  const app = await openDesk(aDesk([4, 6], (id) => (id === 4 ? heldBy(CALLUM) : {})), "/reviews/moderate?item=4");
  server.use(
    http.get("*/api/tasks/4/colleagues", () =>
      HttpResponse.json([
        { id: 2, name: "Marta Ellwood", on_duty: true },
        { ...CALLUM, on_duty: false },
      ]),
    ),
    http.post("*/api/tasks/4/notes", withBody(notes, () => new HttpResponse(null, { status: 201 }))),
  );
  await heading("Review 4");
  return app;
}

describe("a note", () => {
  test("can be left on an item that somebody else has, and tells a colleague", async () => {
    const { user } = await openItem();
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    onTestFinished(() => scrolled.mockRestore());
    await user.keyboard("m");
    await user.type(await screen.findByLabelText("Note"), "Same author as last week?");
    // scrolled, because its panel may be low
    expect(scrolled.mock.contexts).toContain(screen.getByRole("form", { name: "Add a note" }));
    const tell = screen.getByLabelText("Notify");
    await screen.findByRole("option", { name: "Callum Frayne (off duty)" });
    expect(screen.queryByRole("option", { name: /Marta Ellwood/ })).not.toBeInTheDocument();
    await user.selectOptions(tell, String(CALLUM.id));
    await user.click(screen.getByRole("button", { name: "Save the note" }));
    await waitFor(() => expect(screen.queryByLabelText("Note")).not.toBeInTheDocument());
    expect(notes).toEqual([{ text: "Same author as last week?", to: CALLUM.id }]);
    expect(storedDrafts()).toEqual([]);
  });

  test("notifies who is named in it, and asks whom where that is not clear", async () => {
    const { user } = await openItem();
    await user.keyboard("m");
    await user.type(await screen.findByLabelText("Note"), "@Nobody, please look");
    await screen.findByRole("option", { name: "Callum Frayne (off duty)" });
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText(/^“@” does not name one colleague/)).toBeVisible();
    expect(notes).toEqual([]);
    await user.clear(screen.getByLabelText("Note"));
    expect(screen.getByLabelText("Notify")).toHaveDisplayValue("nobody");
    await user.type(screen.getByLabelText("Note"), "@Callum, please look");
    expect(screen.getByLabelText("Notify")).toHaveDisplayValue("Callum Frayne (named)");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.queryByLabelText("Note")).not.toBeInTheDocument());
    expect(notes).toEqual([{ text: "@Callum, please look", to: CALLUM.id }]);
  });

  test("without a word is not left", async () => {
    const { user } = await openItem();
    await user.click(screen.getByRole("button", { name: "Add a note" }));
    await user.type(await screen.findByLabelText("Note"), "  ");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("This field is required")).toBeVisible();
    expect(screen.getByLabelText("Note")).toHaveAccessibleDescription("This field is required");
    expect(notes).toEqual([]);
  });

  test("that could not be left keeps its text, over other items as well", async () => {
    const { user } = await openItem();
    server.use(http.post("*/api/tasks/4/notes", () => refusal(422, "invalid")));
    await user.keyboard("m");
    await user.type(await screen.findByLabelText("Note"), "A thought");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText(/^The note could not be saved/)).toBeVisible();
    await user.keyboard("{Escape}j");
    await heading("Review 6");
    await user.keyboard("k");
    await heading("Review 4");
    await user.keyboard("m");
    expect(await screen.findByLabelText("Note")).toHaveValue("A thought");
  });

  test("stands in the timeline with its writer, its reader and its text", async () => {
    const entry = anEntry(2, { action: "note", actor: { id: 2, name: "Marta Ellwood" }, text: "A thought", data: { to: CALLUM } });
    const desk = aDesk([4]);
    await openDesk({
      ...desk,
      handlers: [http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events: [entry] })), ...desk.handlers],
    });
    const told = (await screen.findByText("A thought")).closest("li");
    expect(told).toHaveTextContent("You left a note for Callum Frayne");
  });
});
