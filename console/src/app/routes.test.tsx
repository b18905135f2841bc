import { QueryClient } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { matchRoutes } from "react-router-dom";
import { describe, expect, test, vi } from "vitest";

import type { User } from "@/api/types";
import { pathOf } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { aDeclaredQueue, aDesk, aHeadModerator, aModerator } from "@/testing/factories";
import { withQuery } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

import { entriesOf, navigationOf } from "./navigation";
import { queueRoutes } from "./queue-routes";
import { routes } from "./routes";

/** Every route of spec, section 2, and further ones, each by an address that a person could type. */
const ADDRESSES = [
  "/login /  /tickets /tickets/12 /reviews/bulk-moderate /reviews/moderate /reviews/assigned-to-others",
  "/reviews/awaiting-verification /reviews/under-investigation /reviews/request-to-restrict /reviews/queued",
  "/reviews/banned-words /reviews/backlog /reviews/escalated /reviews/classic /review/7 /reviews/31",
  "/replies/pending /replies/recently-made-live /testimonials/moderate /testimonials/4 /groups /groups/2 /tags",
  "/tag/101 /accounts /accounts/9 /company/31 /blacklist /reporting /search /error",
  "/my-work /history /processes/review_moderation /team /bulk/51 /tickets/canned /tickets/quarantine /set-aside",
]
  .join(" ")
  .split(/\s+/);

function routeOf(address: string): string | undefined {
  return matchRoutes([...routes, ...queueRoutes(aDesk(), new QueryClient())], address)?.at(-1)?.route.path;
}

describe("routes", () => {
  test.each(ADDRESSES)("%s has a page", (address) => {
    expect(routeOf(address)).not.toBe("*");
  });

  test("names win over parameters: the canned replies are no ticket, a queue is no company", () => {
    expect(routeOf("/tickets/canned")).toBe(paths.cannedReplies);
    expect(routeOf("/reviews/queued")).toBe("/reviews/queued");
    expect(routeOf("/testimonials/moderate")).toBe("/testimonials/moderate");
  });

  test("every entry of the navigation leads to its own route, and no other route takes its address", () => {
    const addresses = entriesOf(navigationOf(aDesk())).flatMap((entry) => ("path" in entry ? [entry.path] : []));
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.map(routeOf)).toEqual(addresses);
  });
});

describe("a page", () => {
  test.each(["/reviews/abc", "/reviews/12x", "/tickets/new", "/company/-1", "/nowhere", "/reviews/moderate/more"])(
    "is not there at %s",
    async (address) => {
      renderApp(address, { as: aHeadModerator() });
      expect(await screen.findByRole("heading", { name: "There is no page at this address" })).toBeVisible();
      expect(screen.getByText(address)).toBeVisible();
      expect(document.title).toContain("Not found");
    },
  );

  test("of one company's reviews takes digits", async () => {
    renderApp("/reviews/31", { as: aHeadModerator() });
    expect(await screen.findByRole("heading", { level: 1, name: "Reviews of one company" })).toBeVisible();
  });

  test("without its permission is the 403 page, which names the permission", async () => {
    renderApp("/blacklist", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "You do not have access to this page" })).toBeVisible();
    expect(screen.getByText("“Blacklist”")).toBeVisible();
  });

  test("without its permission names who can add it, and nobody to clients", async () => {
    const asked: string[] = [];
    const people = [{ id: 1, name: "Ada King" }, { id: 2, name: "Bo Old" }];
    server.use(http.get("*/api/permissions/granters", withQuery(asked, () => HttpResponse.json({ items: people }))));
    const { router } = renderApp("/blacklist", { as: aModerator() });
    expect(await screen.findByText("Ada King or Bo Old can add it to your account: ask one of them, and name this permission.")).toBeVisible();
    expect(asked).toEqual(["?permission=blacklist"]);
    people.length = 0;
    await router.navigate("/groups");
    expect(await screen.findByText("An administrator can add it to your account: ask them, and name this permission.")).toBeVisible();
  });

  test("at the address of each queue lists that queue", async () => {
    const listed = vi.fn();
    server.use(
      http.get("*/api/queues/:queue/tasks", ({ params }) => {
        listed(params.queue);
        return HttpResponse.json({ items: [], next_cursor: null });
      }),
    );
    const { router } = renderApp("/error", { as: aHeadModerator() });
    for (const queue of aDesk().queues.filter(({ view }) => !view)) {
      await router.navigate(pathOf(queue));
      expect(await screen.findByRole("heading", { level: 1, name: queue.title })).toBeVisible();
      expect(await screen.findByText("This queue is empty")).toBeVisible();
      expect(listed).toHaveBeenLastCalledWith(queue.name);
    }
  });

  test("at the address of a queue that this build has never heard of is that queue's", async () => {
    const desk = aDesk({ queues: [...aDesk().queues, aDeclaredQueue()] });
    server.use(http.get("*/api/desk", () => HttpResponse.json(desk)));
    const { router } = renderApp("/queues/legal", { as: aHeadModerator() });
    expect(await screen.findByRole("heading", { level: 1, name: "Legal reviews" })).toBeVisible();
    expect(await screen.findByText("This queue is empty")).toBeVisible();
    await router.navigate("/queues/nothing");
    expect(await screen.findByRole("heading", { name: "There is no page at this address" })).toBeVisible();
  });

  test("of a declared queue asks for the queue's permission", async () => {
    const desk = aDesk({ queues: [aDeclaredQueue({ permission: "blacklist" })] });
    server.use(http.get("*/api/desk", () => HttpResponse.json(desk)));
    renderApp("/queues/legal", { as: aModerator() });
    expect(await screen.findByRole("heading", { level: 1, name: "Legal reviews" })).toBeVisible();
    expect(await screen.findByRole("heading", { name: "You do not have access to this page" })).toBeVisible();
    expect(screen.getByText("“Blacklist”")).toBeVisible();
  });

  test.each([
    ["/replies/pending", "Replies"],
    ["/replies/recently-made-live", "Recently made live"],
    ["/reporting", "Reporting"],
  ])("that the specification leaves unfinished says so: %s", async (address, title) => {
    renderApp(address, { as: aHeadModerator() });
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(await screen.findByRole("heading", { name: "This section is not finished yet" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to the dashboard" })).toHaveAttribute("href", "/");
    const page = within(screen.getByRole("main"));
    expect(page.getByRole("link", { name: "Moderate reviews" })).toHaveAttribute("href", "/reviews/moderate");
    expect(page.getByRole("link", { name: "Search" })).toHaveAttribute("href", "/search");
  });

  test("that breaks shows the generic error page, even when the frame itself breaks", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const nameless = { ...aModerator(), name: null } as unknown as User;
    renderApp("/", { as: nameless });
    expect(await screen.findByRole("heading", { name: "That's an error! Don't Panic!" })).toBeVisible();
  });

  test("that breaks by itself leaves the frame standing around the generic error page", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    server.use(http.get("*/api/queues/pending/tasks", () => HttpResponse.json({ items: [{ task_id: 4 }], next_cursor: null })));
    renderApp("/reviews/moderate", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "That's an error! Don't Panic!" })).toBeVisible();
    expect(screen.getByRole("navigation", { name: "Main navigation" })).toBeVisible();
  });

  test("of an error reads as the specification has it", async () => {
    renderApp("/error", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "That's an error! Don't Panic!" })).toBeVisible();
    expect(
      screen.getByText(
        "This probably just means we didn't quite test this section properly before launch. Please inform the tech team of this issue, along with a description of what you were trying to do.",
      ),
    ).toBeVisible();
  });

  test("of an error tells where and when it was, to be copied, and nothing of what was typed", async () => {
    vi.stubGlobal("isSecureContext", true);
    const { user } = renderApp("/error?term=somebody", { as: aModerator() });
    await user.click(await screen.findByRole("button", { name: "Copy details" }));
    expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
    const copied = await navigator.clipboard.readText();
    expect(copied).toMatch(/^\/error\n\d{1,2} \w+ \d{4}, \d{2}:\d{2}$/);
    for (const detail of copied.split("\n")) expect(screen.getByText(detail)).toBeVisible();
  });
});
