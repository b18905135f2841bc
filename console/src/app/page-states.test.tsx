import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { en } from "@/lib/words/en";
import { anAccount } from "@/testing/an-account";
import { aGroup } from "@/testing/companies";
import { aDesk, aHeadModerator, aModerator } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

import { pages } from "./route-table";

const GIVEN = [
  http.get("*/api/group/:id", () => HttpResponse.json(aGroup({ companies: 0 }))),
  http.get("*/api/user/:id", () => HttpResponse.json(anAccount())),
  http.get("*/api/access-levels", () => HttpResponse.json({ levels: [], permissions: [] })),
];
const NOTHING = { items: [], next_cursor: null, ownerless: [], scopes: [], grounds: [], categories: [], outcomes: [] };

/** Each page with one of its requests, and the text that it shows when the answer is empty. */
test.each([
  ["company groups", "/groups", "groups", "There are no company groups"],
  ["company group", "/groups/5", "group/5", "There is no company group 5"],
  ["members", "/groups/5", "group/5/members", "This group has no members"],
  ["audit log entries", "/groups/5", "audit/group/5", "Nothing is logged yet"],
  ["organisation tags", "/tags", "tags", "There are no organisation tags"],
  ["organisation tag", "/tag/5", "tag/5", "There is no organisation tag 5"],
  ["user accounts", "/accounts", "users", "There are no user accounts"],
  ["recent users", "/accounts", "users/recent", ""],
  ["user profile", "/accounts/9", "user/9", "There is no user account 9"],
  ["associations", "/accounts/9?tab=associations", "user/9/associations", "This account belongs to no company"],
  ["API keys", "/accounts/9?tab=keys", "user/9/keys", "This account has no API keys"],
  ["tickets", "/tickets/list", "tickets", "There are no tickets in this list"],
  ["ticket", "/tickets/4", "tickets/4", "There is no ticket 4"],
  ["blacklist", "/blacklist", "blacklist", "Nobody is on the blacklist"],
  ["reason codes", "/reason-codes", "reason-codes", ""],
  ["audit log entries", "/audit", "audit", "Nothing is logged yet"],
])("%s that could not be loaded (%s) tell to refresh the page; a button does, and what is not there is said", async (name, address, path, none) => {
  let fails = true;
  const isOne = /\/\d$/.test(path) && !path.startsWith("audit");
  const found = () => (isOne ? refusal(404, "not_found") : HttpResponse.json(NOTHING));
  server.use(http.get(`*/api/${path}`, () => (fails ? refusal(500, "unknown") : found())), ...GIVEN);
  const { user } = renderApp(address, { as: aHeadModerator() });
  const sentence = await screen.findByText(`Could not load the ${name}.`);
  const alert = sentence.closest<HTMLElement>("[role=alert]") ?? document.body;
  expect(alert).toHaveTextContent("Please refresh the page.");
  fails = false;
  await user.click(within(alert).getByRole("button", { name: "Refresh the page" }));
  await waitFor(() => expect(sentence).not.toBeInTheDocument());
  if (none) expect(await screen.findByText(none)).toBeVisible();
});

const OF_THE_FRAME = ["desk", "user/me", "cms/counts", "queues", "permissions/granters", "mentions"];

test("every page is closed to who lacks its permission, names it, and asks for nothing of its own", async () => {
  const asked: string[] = [];
  const titles = new Map(aDesk().permissions.map((one) => [one.name, one.title]));
  server.use(http.get("*/api/*", ({ request }) => void asked.push(new URL(request.url).pathname.slice("/api/".length))));
  const { router } = renderApp("/error", { as: aModerator({ cms_access: [] }) });
  for (const { path, name, permission } of pages) {
    if (!permission) continue;
    await router.navigate(path.replace(":kind", "review_moderation").replace(/:\w+/, "7"));
    await waitFor(() => expect(document.title).toContain(en.navigation[name]));
    expect(screen.getByText("You do not have access to this page")).toBeVisible();
    expect(screen.getByText(`“${titles.get(permission)}”`)).toBeVisible();
  }
  expect(asked.filter((path) => !OF_THE_FRAME.includes(path))).toEqual([]);
});
