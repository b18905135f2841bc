import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, describe, expect, test } from "vitest";

import { aDesk } from "@/testing/desk/desk-server";
import { anEntry, CALLUM, heldBy } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { aHeadModerator } from "@/testing/factories";
import { refusal, withBody } from "@/testing/handlers";
import { storedDrafts } from "@/testing/stored-drafts";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

beforeAll(giveRoom);

async function openAsHead(desk: ReturnType<typeof aDesk>, path: string) {
  server.use(...desk.handlers);
  const app = renderApp(path, { as: aHeadModerator() });
  await heading("Review 4");
  return app;
}

describe("taking over", () => {
  test("is a head moderator's, wants a reason, and takes the item at once", async () => {
    const desk = aDesk([4], () => heldBy(CALLUM));
    const { user } = await openAsHead(desk, "/reviews/moderate?item=4");
    const bar = screen.getByText(/^Held by/, { selector: ".lockbar strong" }).closest<HTMLElement>(".lockbar") ?? document.body;
    const next = within(bar).getByRole("button", { name: "Next free item" });
    expect([next.classList.contains("btn-primary"), next.classList.contains("only-phone")]).toEqual([true, false]);
    await user.click(screen.getByRole("button", { name: "Take over" }));
    const dialog = await screen.findByRole("dialog", { name: "Take over from Callum Frayne" });
    await user.click(within(dialog).getByRole("button", { name: "Take over" }));
    expect(await within(dialog).findByText("This field is required")).toBeVisible();
    expect(desk.calls).toEqual([]);
    await user.type(within(dialog).getByLabelText("Reason"), "The source waits.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByRole("timer")).toHaveTextContent(/^Yours for/);
    expect(desk.calls.map(({ method, path, body }) => [`${method} ${path}`, body])).toEqual([
      ["POST /api/tasks/4/take-over", { note: "The source waits." }],
    ]);
    await waitFor(() => expect(storedDrafts()).toEqual([]));
  });

  test("that is refused says why and keeps the reason", async () => {
    const desk = aDesk([4], () => heldBy(CALLUM));
    const { user } = await openAsHead(desk, "/reviews/moderate?item=4");
    server.use(http.post("*/api/tasks/4/take-over", () => refusal(409, "too_many_held")));
    await user.click(screen.getByRole("button", { name: "Take over" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Reason"), "The source waits.");
    await user.click(within(dialog).getByRole("button", { name: "Take over" }));
    expect(await within(dialog).findByText(/You already hold the maximum number of items/)).toBeVisible();
    expect(within(dialog).getByLabelText("Reason")).toHaveValue("The source waits.");
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.click(screen.getByRole("button", { name: "Take over" }));
    expect(await screen.findByLabelText("Reason")).toHaveValue("The source waits.");
    expect(screen.getByText(/^Draft stored/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Discard the draft" }));
    expect(screen.getByLabelText("Reason")).toHaveValue("");
  });

  test("of what is assigned to somebody is offered as well", async () => {
    await openAsHead(aDesk([4], () => ({ assigned_to: CALLUM })), "/reviews/moderate?item=4");
    expect(screen.getByRole("button", { name: "Take over" })).toBeVisible();
  });

  test("is not offered to moderators", async () => {
    await openDesk(aDesk([4], () => heldBy(CALLUM)), "/reviews/moderate?item=4");
    await heading("Review 4");
    expect(screen.queryByRole("button", { name: "Take over" })).not.toBeInTheDocument();
  });
});

describe("reinstating", () => {
  const ended = http.get("*/api/processes/:kind/:id/history", () =>
    HttpResponse.json({ events: [anEntry(1, { action: "fire", node: "refused", to_node: "rejected", to_title: "Rejected" })] }),
  );
  const closed = (change: { can_be_reopened?: boolean } = {}) => aDesk([4], () => ({ open: false, outcomes: [], node: "refused", ...change }));

  test("reopens what has come to an end, with the reason, among the escalated", async () => {
    const desk = closed();
    const asked: unknown[] = [];
    const { user, place } = await openAsHead(
      {
        ...desk,
        handlers: [
          ended,
          http.post("*/api/processes/:kind/4/reinstatement", withBody(asked, () =>
            HttpResponse.json({ process: { kind: "review_moderation", id: 9 }, task_id: 12, queue: "escalated" }, { status: 201 }),
          )),
          ...desk.handlers,
        ],
      },
      "/reviews/moderate?item=4",
    );
    await user.click(await screen.findByRole("button", { name: "Reopen" }));
    await user.type(await screen.findByLabelText("Why it is reopened"), "The author sent a receipt.");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Reopen" }));
    expect(await screen.findByLabelText("Why it is reopened")).toHaveValue("The author sent a receipt.");
    await user.click(screen.getByRole("button", { name: "Reopen" }));
    await waitFor(() => expect(place()).toBe("/reviews/escalated?item=12"));
    expect(asked).toEqual([{ notes: "The author sent a receipt." }]);
    expect(storedDrafts()).toEqual([]);
  });

  test("is not offered for what cannot be reopened", async () => {
    const desk = closed({ can_be_reopened: false });
    await openAsHead({ ...desk, handlers: [ended, ...desk.handlers] }, "/reviews/moderate?item=4");
    expect((await screen.findAllByText("Rejected"))[0]).toBeVisible();
    expect(screen.queryByRole("button", { name: "Reopen" })).not.toBeInTheDocument();
  });

  test("is not offered while the decision is held, nor to moderators", async () => {
    const desk = closed();
    await openAsHead(desk, "/reviews/moderate?item=4");
    expect(screen.queryByRole("button", { name: "Reopen" })).not.toBeInTheDocument();
  });
});
