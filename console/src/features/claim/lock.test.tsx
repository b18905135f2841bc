import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { aDesk } from "@/testing/desk/desk-server";
import { CALLUM, heldBy, holderProblem, nextVersion } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { refusal } from "@/testing/handlers";
import { pass, server } from "@/testing/server";

import { ACTIVE_FOR_MS } from "./activity";

beforeAll(giveRoom);
beforeEach(() => vi.useFakeTimers({ now: new Date("2026-11-20T09:00:00Z") }));

const SECOND = 1_000;
const move = () => act(() => window.dispatchEvent(new Event("pointermove")));

async function takeFirst() {
  const app = await openDesk(aDesk([4, 6]));
  await heading("Review 4");
  await app.user.keyboard("{Enter}");
  await screen.findByRole("timer");
  return app;
}
const extensions = (desk: ReturnType<typeof aDesk>) =>
  desk.sent("PUT", "/tasks/4/lock").filter(({ body }) => (body as { extend: boolean }).extend);

describe("my lock", () => {
  test("shows at once in the numbers of the sidebar", async () => {
    const { user } = await openDesk(aDesk([4, 6]));
    await heading("Review 4");
    const asked: number[] = [];
    server.use(http.get("*/api/cms/counts", () => void asked.push(Date.now())));
    await user.keyboard("{Enter}");
    await screen.findByRole("timer");
    await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  });

  test("is counted down, and lengthened every 30 seconds while I work", async () => {
    const { desk } = await takeFirst();
    await pass(20 * SECOND);
    expect(screen.getByRole("timer")).toHaveTextContent("Yours for 4:40");
    expect(extensions(desk)).toEqual([]);
    await pass(12 * SECOND);
    expect(extensions(desk)).toHaveLength(1);
    await move();
    await pass(31 * SECOND);
    expect(extensions(desk)).toHaveLength(2);
    expect(screen.getByRole("timer")).toHaveTextContent("Yours for 4:57");
  });

  test("is not lengthened while nobody is there, and is again at the first sign of work", async () => {
    const { desk } = await takeFirst();
    await pass(ACTIVE_FOR_MS + SECOND);
    const before = extensions(desk).length;
    await pass(60 * SECOND);
    expect(extensions(desk)).toHaveLength(before);
    expect(screen.getByText("extends itself when you continue")).toBeInTheDocument();
    await move();
    await pass(2 * SECOND);
    expect(extensions(desk)).toHaveLength(before + 1);
  });

  test("counts down while the server cannot be reached, does not promise to be extended, and says when it is lost", async () => {
    const { desk } = await takeFirst();
    server.use(http.all("*/api/*", () => HttpResponse.error()), http.get("*/healthz", () => HttpResponse.error()));
    act(() => void window.dispatchEvent(new Event("offline")));
    expect(await screen.findByText("cannot be extended until the server answers")).toBeInTheDocument();
    await pass(90 * SECOND);
    await move();
    expect(screen.getByRole("timer")).toHaveTextContent("Yours for 3:30");
    expect(extensions(desk)).toEqual([]);
    await pass(300 * SECOND);
    expect(screen.queryByRole("timer")).not.toBeInTheDocument();
    expect(screen.getAllByText(/^Your lock ended at \d\d:\d\d/).length).toBeGreaterThan(0);
  });

  test("ends plainly when it runs out, and can be taken again", async () => {
    const { desk, user } = await openDesk(aDesk([4, 6]));
    await heading("Review 4");
    // the last 20 of its thirty minutes' seconds
    const until = new Date(Date.now() + 20 * SECOND).toISOString();
    const answer = { locked_since: new Date(Date.now()).toISOString(), locked_until: until, limit_at: until, lock_version: nextVersion() };
    server.use(
      http.put(
        "*/api/tasks/4/lock",
        () => {
          const { locked_since, locked_until, lock_version } = answer;
          desk.change(4, { locked_since, locked_until, lock_version, locked: true, locked_by: "Marta Ellwood", locked_id: 2 });
          return HttpResponse.json(answer);
        },
        { once: true },
      ),
    );
    await user.keyboard("{Enter}");
    await screen.findByText("cannot be extended: 30 minutes is the limit");
    await pass(22 * SECOND);
    expect(await screen.findByText(/^Your lock ended at \d\d:\d\d\.$/)).toBeInTheDocument();
    expect(extensions(desk)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Take it again" }));
    expect(await screen.findByRole("timer")).toBeInTheDocument();
  });

  test("that somebody else took over is told with their name, and what was typed is kept", async () => {
    const { user } = await takeFirst();
    await user.keyboard("r");
    await user.type(await screen.findByLabelText("Facts"), "Half a sentence");
    server.use(http.put("*/api/tasks/4/lock", () => refusal(409, "lock_lost", holderProblem(CALLUM))));
    await pass(32 * SECOND);
    expect(await screen.findByText("Your lock ended, and somebody else has it now")).toBeVisible();
    expect(screen.getByLabelText("Facts")).toHaveValue("Half a sentence");
    expect(screen.getByRole("button", { name: "Reject" })).toBeDisabled();
  });

  test("that was taken over is told to who had typed nothing, until they have read it", async () => {
    const { user } = await takeFirst();
    server.use(http.put("*/api/tasks/4/lock", () => refusal(409, "lock_lost", holderProblem(CALLUM))));
    await pass(32 * SECOND);
    const notice = (await screen.findByText("Your lock ended, and somebody else has it now")).closest<HTMLElement>(".notice");
    expect(notice).toHaveTextContent(/Callum Frayne has held it since/);
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(notice).not.toBeInTheDocument();
  });

  test("is given back by Release, without a word of loss, and not by the second press of a double one", async () => {
    const { desk, user } = await takeFirst();
    fireEvent.click(screen.getByRole("button", { name: "Release" }), { detail: 2 });
    await pass(SECOND);
    expect(desk.sent("DELETE", "/tasks/4/lock")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Release" }));
    expect(await screen.findByText("Free to take.")).toBeInTheDocument();
    expect(desk.sent("DELETE", "/tasks/4/lock")).toHaveLength(1);
    expect(screen.queryByText(/Your lock ended/)).not.toBeInTheDocument();
  });
});

test("an item that somebody else releases becomes free by itself", async () => {
  const desk = aDesk([4], () => heldBy(CALLUM));
  await openDesk(desk, "/reviews/moderate?item=4");
  await heading("Review 4");
  expect(screen.getByRole("button", { name: "Approve" })).toHaveAttribute("aria-disabled", "true");
  desk.change(4, { locked: false, locked_id: 0, locked_since: null, locked_until: null, lock_version: nextVersion() });
  await pass(6 * SECOND);
  expect(await screen.findByText("Free to take.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Approve" })).not.toHaveAttribute("aria-disabled");
});
