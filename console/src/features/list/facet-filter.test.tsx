import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach, expect, test } from "vitest";

import type { TaskRow } from "@/api/types";
import type { Facet } from "@/lib/desk";
import { aDesk } from "@/testing/desk/desk-server";
import { aPage, aRow } from "@/testing/desk/factories";
import { giveRoom } from "@/testing/desk/open-desk";
import { aDeclaredQueue, aDesk as declared, aHeadModerator } from "@/testing/factories";
import { withQuery } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

// Facets of a kind that the console does not know: they come with the desk.
const FACETS: Facet[] = [
  { name: "floor", title: "Floor", type: "number", least: 1, most: 3, choices: [] },
  { name: "urgent", title: "Urgent", type: "flag", least: null, most: null, choices: [] },
  {
    name: "court",
    title: "Court",
    type: "choice",
    least: null,
    most: null,
    choices: [
      { value: "high", title: "High Court" },
      { value: "county", title: "County Court" },
    ],
  },
];
const asked: string[] = [];

beforeAll(giveRoom);
beforeEach(() => {
  asked.length = 0;
  const desk = declared();
  const visits = aDeclaredQueue({ name: "visits", title: "Visits", path: "visits", facets: FACETS.map(({ name }) => name) });
  const summary = { kind: "visit", id: 4, title: "Roof and stairs", company: null, floor: 2, urgent: 1, court: "county" } as unknown as TaskRow["summary"];
  server.use(
    ...aDesk([4]).handlers,
    http.get("*/api/desk", () => HttpResponse.json({ ...desk, queues: [...desk.queues, visits], facets: [...desk.facets, ...FACETS] })),
  );
  server.use(http.get("*/api/queues/visits/tasks", withQuery(asked, () => HttpResponse.json(aPage([{ ...aRow(4), queue: "visits", summary }])))));
});

const filters = async () => within(await screen.findByRole("group", { name: "Filters" }));

test("a list has a control for each facet that its kinds declare, and no other", async () => {
  const { user, place } = renderApp("/visits", { as: aHeadModerator() });
  const shown = await filters();
  expect(shown.getAllByRole("button").map((each) => each.getAttribute("aria-label") ?? each.textContent)).toEqual(
    expect.arrayContaining(["Floor: All", "Urgent", "Court: All"]),
  );
  expect(shown.queryByRole("button", { name: /Stars|Flagged/ })).toBeNull();
  await user.click(shown.getByRole("button", { name: /^Court/ }));
  await user.click(await screen.findByRole("menuitemradio", { name: "County Court" }));
  await user.click((await filters()).getByRole("button", { name: "Urgent" }));
  const wanted = { court: "county", urgent: "true" };
  await waitFor(() => expect(Object.fromEntries(new URLSearchParams(place().split("?")[1]))).toMatchObject(wanted));
  await waitFor(() => expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toMatchObject(wanted));
});

test("what the address asks for is shown; what its kinds do not declare is not asked for", async () => {
  renderApp("/visits?floor=2&rating=1", { as: aHeadModerator() });
  expect(await screen.findByRole("button", { name: "Floor: Floor 2" })).toBeVisible();
  expect(asked.every((search) => search.includes("floor=2") && !search.includes("rating"))).toBe(true);
});

test("a row of a kind without components shows the values", async () => {
  renderApp("/visits", { as: aHeadModerator() });
  const row = await screen.findByRole("link", { name: /Roof and stairs/ });
  expect(row).toHaveTextContent(/Floor 2.*Urgent.*County Court/);
});

test.each([
  ["/tickets", []],
  ["/testimonials/moderate", ["Stars"]],
  ["/reviews/moderate", ["Stars", "Flagged"]],
  ["/my-work", ["Stars", "Flagged"]],
  ["/reviews/assigned-to-others", ["Stars"]],
])("%s has the controls of what can be in it: %j", async (address, names) => {
  renderApp(address, { as: aHeadModerator() });
  const shown = await filters();
  const offered = shown.queryAllByRole("button", { name: /^(Stars|Flagged|Floor|Court|Urgent)/ });
  expect(offered.map((each) => each.textContent)).toEqual(names);
});
