import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, describe, expect, test } from "vitest";

import { aDesk } from "@/testing/desk/desk-server";
import { aPage, aRow, CALLUM, heldBy, holderProblem } from "@/testing/desk/factories";
import { giveRoom, heading, item, openDesk } from "@/testing/desk/open-desk";
import { aQueue } from "@/testing/factories";
import { refusal, withCall } from "@/testing/handlers";
import { server } from "@/testing/server";
import { setViewport } from "@/testing/viewport";

beforeAll(giveRoom);

describe("a list with filters", () => {
  test.each([
    [1, /1 matches the filters/],
    [412, /412 match the filters/],
    [1_001, /1,000\+ match the filters/],
  ])("says in its head how many match: %d", async (matches, said) => {
    const desk = aDesk([4]);
    const list = http.get("*/api/queues/:queue/tasks", () => HttpResponse.json({ ...aPage([aRow(4)]), matches }));
    await openDesk({ ...desk, handlers: [list, ...desk.handlers] }, "/reviews/moderate?rating=5");
    await heading("Review 4");
    expect(await screen.findByText(said)).toBeInTheDocument();
  });
});

describe("reading", () => {
  test("shows the first free item, and never takes it", async () => {
    const { desk, user, place } = await openDesk(aDesk([4, 6, 8], (id) => (id === 4 ? heldBy(CALLUM) : {})));
    await heading("Review 6");
    expect(place()).toBe("/reviews/moderate?item=6");
    await user.keyboard("j");
    await heading("Review 8");
    await user.keyboard("kk");
    await heading("Review 4");
    expect(within(await item()).getByText(/^Held by/)).toHaveTextContent("Held by Callum Frayne");
    expect(desk.calls).toEqual([]);
  });

  test("Enter takes what is read, and says so", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6]));
    await heading("Review 4");
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("timer")).toHaveTextContent(/^Yours for [45]:\d\d$/);
    expect(desk.sent("PUT", "/tasks/4/lock")).toHaveLength(1);
    expect(await screen.findByText("The item is yours.")).toHaveAttribute("aria-live", "polite");
  });

  test("Tab stops at one row of the list, and the arrows show the others", async () => {
    const { user, place } = await openDesk(aDesk([4, 6, 8]));
    await heading("Review 4");
    const stops = () => screen.getAllByRole("link", { name: /Review \d/ }).filter((row) => row.tabIndex === 0);
    expect(stops().map((row) => row.textContent)).toEqual([expect.stringContaining("Review 4")]);
    act(() => stops()[0]?.focus());
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(place()).toBe("/reviews/moderate?item=6"));
    await waitFor(() => expect(document.activeElement).toHaveTextContent("Review 6"));
    await user.keyboard("{End}");
    await waitFor(() => expect(place()).toBe("/reviews/moderate?item=8"));
    await waitFor(() => expect(document.activeElement).toHaveTextContent("Review 8"));
    await user.keyboard("{ArrowUp}");
    await waitFor(() => expect(place()).toBe("/reviews/moderate?item=6"));
    expect(stops().map((row) => row.textContent)).toEqual([expect.stringContaining("Review 6")]);
  });

  test("a key, and a button that goes away, leave the focus on the item, never nowhere", async () => {
    const { user } = await openDesk(aDesk([4, 6]));
    await heading("Review 4");
    expect(document.body).toHaveFocus();
    await user.keyboard("j");
    await heading("Review 6");
    expect(await item()).toHaveFocus();
    await user.keyboard("{Enter}");
    await screen.findByRole("timer");
    await user.click(screen.getByRole("button", { name: "Release" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Release" })).not.toBeInTheDocument());
    await waitFor(async () => expect(await item()).toHaveFocus());
  });

  test("Enter on a row of the list takes that one", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6]));
    screen.getByRole("link", { name: /Review 6/ }).focus();
    await user.keyboard("{Enter}");
    await heading("Review 6");
    expect(desk.sent("PUT", "/lock").map(({ path }) => path)).toEqual(["/api/tasks/6/lock"]);
  });

  test("an item that others have can be read, not decided: its actions are off", async () => {
    await openDesk(aDesk([4], () => heldBy(CALLUM)), "/reviews/moderate?item=4");
    await heading("Review 4");
    expect(within(await item()).getByText(/^Held by/)).toHaveTextContent(/Held by Callum Frayne since \d\d:\d\d\./);
    // shown only on a phone
    expect(within(await item()).getByText("Actions come back when it is free.")).toHaveClass("only-phone");
    expect(screen.getByRole("button", { name: "Approve" })).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByRole("button", { name: "Reject" })).toHaveAttribute("aria-disabled", "true");
  });

  test.each([
    ["held", heldBy(CALLUM), "Held by Callum Frayne. You can read it, but not decide it."],
    ["assigned", { assigned_to: CALLUM }, "Assigned to Callum Frayne. You can read it, but not decide it."],
  ])("an outcome of an item that is %s by others says in sight why nothing is done", async (_, others, why) => {
    const { desk, user } = await openDesk(aDesk([4], () => others), "/reviews/moderate?item=4");
    await heading("Review 4");
    const said = () => within(screen.getByRole("group", { name: "Outcomes" })).queryByText(why);
    expect(said()).not.toBeInTheDocument();
    await user.keyboard("a");
    expect(said()).toBeVisible();
    const first = said();
    await user.click(screen.getByRole("button", { name: "Reject" }));
    expect(said()).toBeVisible();
    expect(said()).not.toBe(first); // a new announcement of the same sentence
    expect(desk.calls).toEqual([]);
  });

  test("who comes second hears the holder's name", async () => {
    const { user } = await openDesk(aDesk([4]));
    server.use(
      http.put("*/api/tasks/4/lock", () =>
        refusal(409, "task_taken", holderProblem(CALLUM)),
      ),
    );
    await heading("Review 4");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Held by Callum Frayne. You can read it, but not decide it.")).toHaveAttribute(
      "aria-live",
      "assertive",
    );
    expect(screen.getByRole("button", { name: "Approve" })).toHaveAttribute("aria-disabled", "true");
  });

  test("an item that does not exist is said to be missing", async () => {
    await openDesk(aDesk([4]), "/reviews/moderate?item=77");
    expect(await screen.findByText("There is no such item")).toBeVisible();
  });
});

describe("n", () => {
  test("takes the next free item and shows it", async () => {
    const { user, place } = await openDesk(aDesk([4, 6], (id) => (id === 4 ? heldBy(CALLUM) : {})), "/reviews/moderate?item=4");
    await heading("Review 4");
    await user.keyboard("n");
    await heading("Review 6");
    expect(await screen.findByRole("timer")).toHaveTextContent("Yours for");
    expect(place()).toContain("item=6");
  });

  test("is a button as well, also for a person who holds an item", async () => {
    const { user } = await openDesk(aDesk([4, 6]), "/reviews/moderate?item=4");
    await heading("Review 4");
    await user.keyboard("{Enter}");
    await screen.findByRole("timer");
    await user.click(screen.getByRole("button", { name: "Next free item" }));
    await heading("Review 6");
  });

  test("with nothing free says so, and takes nothing", async () => {
    const { user } = await openDesk(aDesk([4], () => heldBy(CALLUM)));
    await user.keyboard("n");
    expect(await within(await notice()).findByText("No item is free in this queue.")).toBeVisible();
  });

  test("in a filtered list takes the next one of that list, past what a colleague has taken meanwhile", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6, 8]), "/reviews/moderate?rating=5&item=8");
    await heading("Review 8");
    server.use(http.put("*/api/tasks/4/lock", () => refusal(409, "task_taken", holderProblem(CALLUM))));
    await user.keyboard("n");
    await heading("Review 6");
    expect(await screen.findByRole("timer")).toHaveTextContent("Yours for");
    expect(desk.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["PUT /api/tasks/6/lock"]);
  });

  test("in a filtered list of which nothing is free says so, and takes nothing from elsewhere", async () => {
    const { desk, user } = await openDesk(aDesk([4], () => heldBy(CALLUM)), "/reviews/moderate?rating=5");
    await user.keyboard("n");
    expect(await within(await notice()).findByText("No item of this list is free.")).toBeVisible();
    expect(desk.calls).toEqual([]);
  });

  test("is told when one holds too many", async () => {
    const { user } = await openDesk(aDesk([4]));
    server.use(http.post("*/api/queues/pending/next", () => refusal(409, "too_many_held")));
    await user.keyboard("n");
    expect(await within(await notice()).findByText("You already hold the maximum number of items.")).toBeVisible();
  });

  test("after an item deep in the list, the next one is what the server would serve, not its neighbour", async () => {
    const desk = aDesk([4, 6, 8, 10]);
    desk.upNext.push(8); // assigned to this person
    const { user } = await openDesk(desk);
    await heading("Review 4");
    await user.keyboard("n");
    await heading("Review 8");
    await screen.findByRole("timer");
    await user.keyboard("a");
    await heading("Review 4");
  });

  test("pressed again after silence takes the same item: the key is the same", async () => {
    const desk = aDesk([4]);
    const keys: (string | null)[] = [];
    const { user } = await openDesk(desk);
    server.use(
      http.post("*/api/queues/pending/next", withCall(keys, ({ request }) => request.headers.get("Idempotency-Key"), () =>
        keys.length === 1 ? HttpResponse.error() : undefined,
      )),
    );
    await user.keyboard("n");
    await screen.findByRole("timer");
    expect(keys[0]).toBe(desk.sent("POST", "/next")[0]?.key);
  });

  const notice = async () => (await screen.findAllByRole("button", { name: "Close" }))[0]?.closest<HTMLElement>(".notice") ?? document.body;
});

describe("keys", () => {
  test("rest while one types: the words of the search take and decide nothing", async () => {
    const { desk, user, place } = await openDesk(aDesk([4, 6]));
    await heading("Review 4");
    await user.keyboard("f");
    await user.keyboard("banjo");
    await waitFor(() => expect(place()).toContain("q=banjo"));
    expect(desk.calls).toEqual([]);
    expect(place()).toContain("item=4");
  });

  test("of an outcome rest while its form is open", async () => {
    const { desk, user } = await openDesk(aDesk([4]));
    await heading("Review 4");
    await user.keyboard("r");
    await user.type(await screen.findByLabelText("Facts"), "a banana");
    await user.click(await heading("Review 4"));
    await user.keyboard("a");
    expect(screen.getByLabelText("Facts")).toBeVisible();
    expect(desk.sent("POST", "/decision")).toEqual([]);
    expect(screen.getByLabelText("Facts")).toHaveValue("a banana");
  });
});

describe("the list", () => {
  test("says what it means that nothing waits, and where something does", async () => {
    server.use(
      http.get("*/api/queues", () =>
        HttpResponse.json([aQueue(), aQueue({ name: "queued", title: "Queued to publish", open: 36 })]),
      ),
    );
    server.use(...aDesk([]).handlers);
    await openEmpty();
    expect(await screen.findByText("This queue is empty")).toBeVisible();
    expect(await screen.findByRole("link", { name: "Queued to publish, 36" })).toHaveAttribute("href", "/reviews/queued");
  });

  test("that nothing matches names the filters and clears them", async () => {
    server.use(...aDesk([]).handlers);
    const { user, place } = await openEmpty("?rating=1&flagged=true&q=spaniel");
    expect(await screen.findByText("1 star, Flagged, “spaniel”")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear the filters" }));
    expect(place()).toBe("/reviews/moderate");
  });

  test("that cannot be loaded says so and tries again", async () => {
    const desk = aDesk([4]);
    server.use(...desk.handlers);
    let fails = true;
    server.use(http.get("*/api/queues/pending/tasks", () => (fails ? refusal(403, "forbidden") : undefined)));
    const { user } = await openEmpty();
    expect(await screen.findByText("Could not load the queue")).toBeVisible();
    fails = false;
    await user.click(screen.getByRole("button", { name: "Refresh the page" }));
    expect(await screen.findByRole("link", { name: /Review 4/ })).toBeVisible();
  });

  test("is a page of its own on a phone, and so is the item", async () => {
    setViewport(390);
    const { user, place, router } = await openDesk(aDesk([4, 6]));
    expect(place()).toBe("/reviews/moderate");
    await user.click(screen.getByRole("link", { name: /Review 6/ }));
    expect(await item()).toBeVisible();
    expect(place()).toBe("/reviews/moderate?item=6");
    await router.navigate(-1);
    expect(place()).toBe("/reviews/moderate");
  });

  async function openEmpty(query = "") {
    const { renderApp } = await import("@/testing/render-app");
    const { aModerator } = await import("@/testing/factories");
    return renderApp(`/reviews/moderate${query}`, { as: aModerator() });
  }
});
