import { fireEvent, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { beforeAll, describe, expect, test, vi } from "vitest";

import { aDesk } from "@/testing/desk/desk-server";
import { CALLUM } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { refusal } from "@/testing/handlers";
import { storedDrafts } from "@/testing/stored-drafts";
import { server } from "@/testing/server";

beforeAll(giveRoom);

describe("skipping", () => {
  test("gives the item back, and the next comes up to be read", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6]));
    await heading("Review 4");
    await user.keyboard("{Enter}");
    await screen.findByRole("timer");
    await user.keyboard("s");
    await heading("Review 6");
    expect(desk.sent("POST", "/tasks/4/skip")).toHaveLength(1);
    expect(screen.getByRole("link", { name: /Review 4/ })).toBeInTheDocument();
    expect(screen.getByText("Free to take.")).toBeInTheDocument();
  });

  test("of what tells of harm takes two presses, and its button says for how long it passes", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6], () => ({ harm: { passages: ["I will kill them."], guidance: "" } })));
    await heading("Review 4");
    expect(screen.getByRole("button", { name: "Skip" })).toHaveAccessibleDescription(/last until tomorrow/);
    await user.keyboard("s");
    expect(await screen.findByText("Somebody may come to harm. Press Skip again if that is right.", { selector: ".stopped" })).toBeVisible();
    expect(desk.calls).toEqual([]);
    await user.keyboard("s");
    await waitFor(() => expect(desk.sent("POST", "/tasks/4/skip")).toHaveLength(1));
  });

  test("what somebody else has taken meanwhile says so by name", async () => {
    const { user } = await openDesk(aDesk([4, 6]));
    await heading("Review 4");
    const since = "2026-11-20T09:42:00Z";
    server.use(
      http.post("*/api/tasks/4/skip", () => refusal(409, "task_taken", { holder: CALLUM, since, until: "2036-01-01T00:00:00Z", lock_version: 1_000 })),
    );
    await user.click(screen.getByRole("button", { name: "Skip" }));
    const notice = (await screen.findByText("The item could not be skipped")).closest(".notice");
    expect(notice).toHaveTextContent(/Callum Frayne has held it since/);
  });
});

describe("putting off", () => {
  test("until a moment of the menu takes the item out of the list, for all", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T12:00") });
    const { desk, user } = await openDesk(aDesk([4, 6]));
    await heading("Review 4");
    await user.click(screen.getByRole("button", { name: "Put off" }));
    await user.click(await screen.findByRole("menuitem", { name: /^Tomorrow/ }));
    await heading("Review 6");
    expect(desk.sent("PUT", "/tasks/4/snooze")[0]?.body).toEqual({ until: new Date("2026-11-21T09:00").toISOString() });
    await waitFor(() => expect(screen.queryByRole("link", { name: /Review 4/ })).not.toBeInTheDocument());
  });

  test("has a key that opens its menu at the first moment, each time, and stands among the keys", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T12:00") });
    const { desk, user } = await openDesk(aDesk([4, 6]));
    await heading("Review 4");
    const tip = (label: string) => screen.findByText(label, { selector: ".tooltip" });
    // both buttons are about items put off and have the same icon; each shows its key
    const [putOff, list] = [screen.getByRole("button", { name: "Put off" }), screen.getByRole("button", { name: "Show items that are put off" })];
    expect(putOff.querySelector("svg")?.innerHTML).toBe(list.querySelector("svg")?.innerHTML);
    await user.hover(putOff);
    expect(await tip("Put off")).toHaveTextContent("Put offl");
    await user.hover(list);
    expect(await tip("Show items that are put off")).toHaveTextContent("Show items that are put offShiftl");
    await user.keyboard("l");
    expect(await screen.findByRole("menuitem", { name: /^Tomorrow/ })).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menuitem")).not.toBeInTheDocument());
    await user.keyboard("l");
    await waitFor(() => expect(screen.getByRole("menuitem", { name: /^In an hour/ })).toHaveFocus());
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await heading("Review 6");
    expect(desk.sent("PUT", "/tasks/4/snooze")[0]?.body).toEqual({ until: new Date("2026-11-21T09:00").toISOString() });
    await user.keyboard("?");
    expect(await screen.findByText("Put the item off")).toBeVisible();
    expect(screen.getByText("Items that are put off")).toBeVisible();
  });

  test("has a list of its own with a key: what stands in the other list is not left open", async () => {
    const desk = aDesk([4, 6, 8], (id) => (id === 8 ? { snoozed_until: "2036-01-01T09:00:00Z", due_at: "2020-01-01T09:00:00Z" } : {}));
    const { user, place } = await openDesk(desk);
    await heading("Review 4");
    await user.keyboard("{Shift>}L{/Shift}");
    await heading("Review 8");
    expect(place()).toBe("/reviews/moderate?snoozed=true&item=8");
    const row = screen.getByRole("link", { name: /Review 8/ });
    expect(row).toHaveTextContent(/Until 1 January 2036.*by Callum Frayne/);
    expect(row).not.toHaveTextContent(/Overdue/);
    await user.click(screen.getByRole("button", { name: "Put off", pressed: true }));
    await heading("Review 4");
    expect(place()).toBe("/reviews/moderate?item=4");
  });

  test("until a chosen time wants one that lies ahead", async () => {
    const { desk, user } = await openDesk(aDesk([4]));
    await heading("Review 4");
    await user.click(screen.getByRole("button", { name: "Put off" }));
    await user.click(await screen.findByRole("menuitem", { name: "Choose a time" }));
    let field = await screen.findByLabelText("Until");
    await user.type(field, "2020-01-01T09:00");
    let dialog = screen.getByRole("dialog", { name: "Put off until" });
    await user.click([...dialog.querySelectorAll("button")].at(-1) ?? dialog);
    await waitFor(() => expect(field).toHaveAccessibleDescription("Choose a time within the next 90 days"));
    expect(desk.calls).toEqual([]);
    const ahead = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    fireEvent.change(field, { target: { value: ahead } });
    expect(storedDrafts()).toHaveLength(1);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.click(screen.getByRole("button", { name: "Put off" }));
    await user.click(await screen.findByRole("menuitem", { name: "Choose a time" }));
    field = await screen.findByLabelText("Until");
    dialog = screen.getByRole("dialog", { name: "Put off until" });
    expect(field).toHaveValue(ahead.replace(/(\d+)-(\d+)-(\d+)T/, "$3/$2/$1 "));
    await user.click([...dialog.querySelectorAll("button")].at(-1) ?? dialog);
    await waitFor(() => expect(desk.sent("PUT", "/tasks/4/snooze")[0]?.body).toEqual({ until: new Date(ahead).toISOString() }));
    await waitFor(() => expect(storedDrafts()).toEqual([]));
  });

  test("is undone by putting the item back, from the list of what is put off", async () => {
    const { desk, user } = await openDesk(aDesk([4], () => ({ snoozed_until: "2036-01-01T09:00:00Z" })), "/reviews/moderate?snoozed=true");
    await heading("Review 4");
    expect(screen.getByText(/^Put off until 1 January 2036/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Put it back" }));
    await screen.findByText("Free to take.");
    expect(desk.sent("PUT", "/tasks/4/snooze")[0]?.body).toEqual({ until: null });
  });
});
