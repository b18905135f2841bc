import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, describe, expect, test } from "vitest";

import { aDesk } from "@/testing/desk/desk-server";
import { CALLUM, heldBy } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { aHeadModerator, aModerator } from "@/testing/factories";
import { refusal, withBody } from "@/testing/handlers";
import { storedDrafts } from "@/testing/stored-drafts";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

beforeAll(giveRoom);

const ME = { id: 2, name: "Marta Ellwood", on_duty: true };
const PEOPLE = [{ ...CALLUM, on_duty: true }, { id: 12, name: "Ada Byron", on_duty: false }, ME];
const colleagues = http.get("*/api/tasks/:id/colleagues", () => HttpResponse.json(PEOPLE));
const dialog = () => screen.findByRole("dialog");

/** Records the assignments that are requested, and accepts them. */
function assigning() {
  const asked: unknown[] = [];
  server.use(
    colleagues,
    http.put("*/api/tasks/:id/assignee", withBody(asked)),
    http.post("*/api/tasks/assign", async ({ request }) => {
      asked.push(await request.json());
      const results = [
        { task_id: 4, status: "done", code: null, holder: null },
        { task_id: 6, status: "refused", code: "task_taken", holder: CALLUM },
      ];
      return HttpResponse.json({ done: 1, refused: 1, results });
    }),
  );
  return asked;
}

describe("assigning an item", () => {
  test("of nobody's offers a moderator themself alone, and wants no note", async () => {
    const { user } = await openDesk(aDesk([4, 6]));
    const asked = assigning();
    await heading("Review 4");
    await user.keyboard("o");
    const box = await dialog();
    expect(await within(box).findByRole("option", { name: /Marta Ellwood/ })).toBeVisible();
    expect(within(box).queryByRole("option", { name: "Callum Frayne" })).not.toBeInTheDocument();
    await user.keyboard("{Enter}{Control>}{Enter}{/Control}");
    await waitFor(() => expect(asked).toEqual([{ user_id: 2, note: "", take_over: false }]));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  test("of one's own wants a note for the colleague, who is found by name", async () => {
    const { user } = await openDesk(aDesk([4, 6], (id) => (id === 4 ? heldBy(ME) : {})), "/reviews/moderate?item=4");
    const asked = assigning();
    await screen.findByRole("timer");
    await user.keyboard("o");
    const box = await dialog();
    await within(box).findByRole("option", { name: "Callum Frayne" });
    expect(within(box).getByRole("option", { name: /Ada Byron/ })).toHaveAttribute("aria-disabled", "true");
    await user.keyboard("fray{Enter}{Control>}{Enter}{/Control}");
    expect(await within(box).findByText("This field is required")).toBeVisible();
    expect(asked).toEqual([]);
    await user.type(within(box).getByLabelText("Reason"), "You know them.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(asked).toEqual([{ user_id: 9, note: "You know them.", take_over: false }]));
    // the person may no longer read the item
    await heading("Review 6");
    expect(storedDrafts()).toEqual([]);
  });

  test("that is refused says why and keeps the note", async () => {
    const { user } = await openDesk(aDesk([4], () => heldBy(ME)), "/reviews/moderate?item=4");
    server.use(colleagues, http.put("*/api/tasks/4/assignee", () => refusal(409, "off_duty")));
    await screen.findByRole("timer");
    await user.keyboard("o");
    const box = await dialog();
    await user.click(await within(box).findByRole("option", { name: "Callum Frayne" }));
    await user.type(within(box).getByLabelText("Reason"), "You know them.");
    await user.click(within(box).getByRole("button", { name: "Assign" }));
    expect(await within(box).findByText(/off duty. Choose somebody/)).toBeVisible();
    expect(within(box).getByLabelText("Reason")).toHaveValue("You know them.");
    await user.click(within(box).getByRole("button", { name: "Cancel" }));
    await user.keyboard("o");
    const again = await dialog();
    expect(within(again).getByText(/^Draft stored today/)).toBeVisible();
    // the previous choice of a person is not remembered
    expect(await within(again).findByRole("option", { name: "Callum Frayne" })).toHaveAttribute("aria-selected", "false");
    await user.click(within(again).getByRole("button", { name: "Discard the draft" }));
    expect(within(again).getByRole("textbox", { name: /Note|Reason/ })).toHaveValue("");
    expect(within(again).getByRole("textbox", { name: /Note|Reason/ })).toHaveFocus();
  });

  test("of what others have is a head moderator's", async () => {
    await openDesk(aDesk([4], () => ({ assigned_to: CALLUM })), "/reviews/moderate?item=4");
    await heading("Review 4");
    expect(screen.queryByRole("button", { name: "Assign" })).not.toBeInTheDocument();
  });
});

describe("my work", () => {
  test("shows the note that came with an item", async () => {
    const assignment = { by: CALLUM, at: "2026-11-20T08:30:00Z", note: "Before noon, please." };
    await openDesk(aDesk([4], () => ({ assigned_to: ME, assignment })), "/my-work?item=4");
    const note = await screen.findByRole("complementary", { name: "Note" });
    expect(note).toHaveTextContent("Assigned to you by Callum Frayne");
    expect(note).toHaveTextContent("Before noon, please.");
  });

  test.each([
    [ME, ME, "Assigned to you by yourself"],
    [ME, CALLUM, "Assigned to you by Callum Frayne"],
    [CALLUM, ME, "Assigned to Callum Frayne by you"],
    [CALLUM, CALLUM, "Callum Frayne assigned it to themselves"],
    [CALLUM, { id: 12, name: "Ada Byron" }, "Assigned to Callum Frayne by Ada Byron"],
  ])("names the reader “you”: to %j by %j", async (to, by, sentence) => {
    const assignment = { by, at: "2026-11-20T08:30:00Z", note: "Before noon, please." };
    await openDesk(aDesk([4], () => ({ assigned_to: to, assignment })), "/my-work?item=4");
    expect(await screen.findByRole("complementary", { name: "Note" })).toHaveTextContent(sentence);
  });

  test("has its first item as the next one; the server chooses none for a view", async () => {
    const me = aHeadModerator();
    const desk = aDesk([4, 6], () => ({ assigned_to: { id: me.id, name: "Marta Ellwood" } }));
    server.use(...desk.handlers);
    const { user } = renderApp("/my-work?item=6", { as: me });
    await heading("Review 6");
    await user.keyboard("n");
    await waitFor(() => expect(desk.sent("PUT", "/tasks/4/lock")).toHaveLength(1));
    expect(desk.calls.filter(({ path }) => path.endsWith("/next"))).toEqual([]);
  });

  test("says so when there is none", async () => {
    server.use(...aDesk([]).handlers);
    renderApp("/my-work", { as: aHeadModerator() });
    expect(await screen.findByText("You have no items at the moment")).toBeVisible();
  });
});

test("what others hold is shown first in the list of their items alone", async () => {
  server.use(...aDesk([4], () => heldBy(CALLUM)).handlers);
  const { router } = renderApp("/reviews/assigned-to-others", { as: aHeadModerator() });
  await heading("Review 4");
  await router.navigate("/reviews/moderate");
  expect(await screen.findByText("No item is open")).toBeVisible();
});

describe("several items", () => {
  test.each([
    ["/my-work", "a moderator", true],
    ["/reviews/assigned-to-others", "a head", true],
    ["/reviews/assigned-to-others", "a moderator", false],
    ["/reviews/moderate", "a head", false],
    ["/set-aside", "a head", false],
  ])("of %s can be selected by %s: %s", async (address, person, selectable) => {
    server.use(...aDesk([4]).handlers);
    renderApp(`${address}?item=4`, { as: person === "a head" ? aHeadModerator() : aModerator() });
    await screen.findByRole("link", { name: /Review 4/ });
    expect(screen.queryAllByRole("checkbox", { name: "Select Review 4" })).toHaveLength(selectable ? 1 : 0);
  });

  test("are selected by key or pointer and moved together; what is refused is named and stays selected", async () => {
    server.use(...aDesk([4, 6, 8], () => ({ assigned_to: CALLUM })).handlers);
    const { user } = renderApp("/reviews/assigned-to-others?item=4", { as: aHeadModerator() });
    const asked = assigning();
    await heading("Review 4");
    await user.keyboard("x");
    await user.click(screen.getByRole("checkbox", { name: "Select Review 6" }));
    expect(screen.getByText("2 selected")).toBeVisible();
    expect(screen.getByText("Outcomes act on the open item alone")).toBeVisible();
    await user.keyboard("{Shift>}O{/Shift}");
    const box = await screen.findByRole("dialog", { name: "Assign 2 items" });
    await user.click(await within(box).findByRole("option", { name: "Callum Frayne" }));
    await user.type(within(box).getByLabelText("Reason"), "All yours.");
    await user.click(within(box).getByRole("button", { name: "Assign" }));
    expect(await within(box).findByText("Changed: 1. Not changed: 1.")).toBeVisible();
    expect(within(box).getByText("Review 6: Callum Frayne holds it at the moment.")).toBeVisible();
    expect(asked).toEqual([{ task_ids: [4, 6], user_id: 9, note: "All yours.", take_over: false }]);
    await user.click(within(box).getByRole("button", { name: "Cancel" }));
    expect(screen.getByText("1 selected")).toBeVisible();
    expect(storedDrafts()).toEqual(["draft.2.assign"]);
    await user.keyboard("{Escape}");
    expect(screen.getByText("0 selected")).toBeVisible();
    expect(screen.queryByText("Outcomes act on the open item alone")).not.toBeInTheDocument();
  });

  test("that were assigned together go back by the key for undo, each to whose it was", async () => {
    const had = new Map([[4, { assigned_to: CALLUM }], [6, { assigned_to: { id: 12, name: "Ada Byron" } }], [8, { assigned_to: CALLUM }], [10, { assigned_to: ME }]]);
    server.use(...aDesk([4, 6, 8, 10], (id) => had.get(id) ?? {}).handlers);
    const { user } = renderApp("/reviews/assigned-to-others?item=4", { as: aHeadModerator({ id: 3 }) });
    const asked: { task_ids: number[]; user_id: number; note: string }[] = [];
    server.use(
      colleagues,
      http.post("*/api/tasks/assign", async ({ request }) => {
        const body = (await request.json()) as (typeof asked)[number];
        asked.push(body);
        const results = body.task_ids.map((id) => ({ task_id: id, status: "done", code: null, holder: null }));
        return HttpResponse.json({ done: results.length, refused: 0, results });
      }),
    );
    await heading("Review 4");
    await user.click(screen.getByRole("button", { name: /^Select all/ }));
    await user.keyboard("{Shift>}O{/Shift}");
    const box = await screen.findByRole("dialog");
    await user.click(await within(box).findByRole("option", { name: "Marta Ellwood" }));
    await user.type(within(box).getByLabelText("Reason"), "She knows them.");
    await user.click(within(box).getByRole("button", { name: "Assign" }));
    const strip = within(screen.getByRole("region", { name: "Items" }));
    expect(await strip.findByTitle("3 items")).toHaveTextContent("Assigned 3 items");
    expect(screen.getByText(/^3 items assigned to/)).toBeInTheDocument(); // one was theirs already
    asked.length = 0;
    await user.keyboard("{Escape}z");
    await waitFor(() => expect(asked.map(({ task_ids: ids, user_id: to, note }) => [ids, to, note])).toEqual([[[4, 8], 9, ""], [[6], 12, ""]]));
    expect(await screen.findByText("Undone: 3 items are where they were.")).toBeInTheDocument();
  });

  test("are not offered where nothing can be moved", async () => {
    await openDesk(aDesk([4], () => ({ assigned_to: CALLUM })), "/reviews/assigned-to-others?item=4");
    await heading("Review 4");
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  });
});
