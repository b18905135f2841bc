import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, expect, test } from "vitest";

import { aDesk } from "@/testing/desk/desk-server";
import { giveRoom } from "@/testing/desk/open-desk";
import { aHeadModerator } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

beforeAll(giveRoom);

const PEOPLE = [
  { id: 9, name: "Callum Frayne", open: 61 },
  { id: 12, name: "Wren Abara", open: 4 },
];

async function openOthers() {
  server.use(...aDesk([4]).handlers);
  const app = renderApp("/reviews/assigned-to-others", { as: aHeadModerator() });
  await app.user.click(await screen.findByRole("button", { name: "Person: Everybody" }));
  await screen.findByRole("dialog", { name: "Person" });
  return app;
}

test("offers everybody who has something in the list, not only those of the rows that are loaded", async () => {
  server.use(
    http.get("*/api/queues/assigned_to_others/people", ({ request }) => {
      const q = new URL(request.url).searchParams.get("q") ?? "";
      return HttpResponse.json(PEOPLE.filter(({ name }) => name.toLowerCase().includes(q)));
    }),
  );
  const { user, place } = await openOthers();
  expect(await screen.findByRole("option", { name: /Callum Frayne 61/ })).toBeVisible();
  await user.keyboard("wren");
  await waitFor(() => expect(screen.queryByRole("option", { name: /Callum Frayne/ })).not.toBeInTheDocument());
  await screen.findByRole("option", { name: /Wren Abara/ });
  await user.keyboard("{Enter}");
  expect(place()).toBe("/reviews/assigned-to-others?person=12&item=4");
  expect(await screen.findByRole("button", { name: "Person: Wren Abara" })).toHaveTextContent("Wren Abara");
});

test("says when the people cannot be loaded", async () => {
  server.use(http.get("*/api/queues/assigned_to_others/people", () => refusal(403, "forbidden")));
  await openOthers();
  expect(await screen.findByText("Could not load the people. Please refresh the page.")).toBeVisible();
});
