import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, describe, expect, test } from "vitest";

import { aDesk } from "@/testing/desk/desk-server";
import { aPage, aRow, CALLUM, heldBy } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { withCall } from "@/testing/handlers";

beforeAll(giveRoom);

describe("who has it open", () => {
  test("is told of the item on screen, and no longer once another is shown", async () => {
    const told: string[] = [];
    const desk = aDesk([4, 6]);
    const { user } = await openDesk({
      ...desk,
      handlers: [
        http.put("*/api/presence/task/:id", withCall(told, ({ params }) => `look ${String(params.id)}`, () => HttpResponse.json([CALLUM]))),
        http.delete("*/api/presence/task/:id", withCall(told, ({ params }) => `away ${String(params.id)}`)),
        ...desk.handlers,
      ],
    });
    await heading("Review 4");
    expect(await screen.findByText("Callum Frayne is looking at it")).toBeInTheDocument();
    await user.keyboard("j");
    await heading("Review 6");
    // on a slow machine the ten seconds are over in between, and it is told again
    const differing = () => told.filter((each, place) => each !== told[place - 1]);
    await waitFor(() => expect(differing()).toEqual(["look 4", "away 4", "look 6"]));
  });

  test("is not said of the person to whom an item is only assigned", async () => {
    const rows = [aRow(4, { assigned_to: CALLUM }), aRow(6, heldBy(CALLUM)), aRow(8, { assigned_to: CALLUM, ...heldBy(CALLUM) })];
    const desk = aDesk([4]);
    await openDesk({ ...desk, handlers: [http.get("*/api/queues/:queue/tasks", () => HttpResponse.json(aPage(rows))), ...desk.handlers] });
    const row = (id: number) => screen.getByRole("link", { name: new RegExp(`Review ${id}`) });
    expect(row(4)).toHaveAccessibleName(/Assigned to Callum Frayne$/);
    expect(row(6)).toHaveAccessibleName(/Held by Callum Frayne$/);
    expect(row(8)).toHaveAccessibleName(/Held by Callum Frayne$/);
  });

  test("stands in its row, beside who holds it", async () => {
    const rows = [aRow(4, { open_with: [CALLUM, { id: 12, name: "Ada Byron" }] })];
    const desk = aDesk([4]);
    await openDesk({ ...desk, handlers: [http.get("*/api/queues/:queue/tasks", () => HttpResponse.json(aPage(rows))), ...desk.handlers] });
    expect(await screen.findByText("2 others are looking at it: Callum Frayne, Ada Byron")).toBeInTheDocument();
  });

  test("stands there once, also for the holder, who has it open as well", async () => {
    const rows = [aRow(4, { open_with: [CALLUM], ...heldBy(CALLUM) })];
    const desk = aDesk([4], () => heldBy(CALLUM));
    await openDesk({ ...desk, handlers: [http.get("*/api/queues/:queue/tasks", () => HttpResponse.json(aPage(rows))), ...desk.handlers] });
    const list = await screen.findByRole("list", { name: "Items" });
    await waitFor(() => expect(within(list).getAllByTitle(/Callum Frayne/)).toHaveLength(1));
    expect(within(list).queryByText(/is looking at it/)).not.toBeInTheDocument();
  });
});
