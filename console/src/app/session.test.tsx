import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

import { accessToken } from "@/lib/access-token";
import { pathOf } from "@/lib/desk";
import { recentTerms, rememberTerm } from "@/lib/recent-terms";
import { aClient, aDesk, aHeadModerator, aModerator, counts } from "@/testing/factories";
import { PASSWORD, refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

import { pages } from "./route-table";

async function signIn(user: ReturnType<typeof renderApp>["user"], password = PASSWORD) {
  await user.type(await screen.findByLabelText("Email address"), "marta.ellwood@docket.example");
  await user.type(screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
}

describe("a visitor", () => {
  test("is sent from a protected page to /login, told where they will return, and returns there", async () => {
    const { user, place } = renderApp("/reviews/banned-words?word=crook");
    expect(await screen.findByText("Banned words list")).toBeVisible();
    expect(place()).toBe("/login");
    await signIn(user);
    expect(await screen.findByRole("heading", { level: 1, name: "Banned words list" })).toBeVisible();
    expect(place()).toBe("/reviews/banned-words?word=crook");
    expect(localStorage.getItem("accessToken")).toBe("fresh-token");
  });

  test.each([...pages.map(({ path }) => path), ...aDesk().queues.map(pathOf)])("is sent to /login from %s", async (path) => {
    const address = path.replace(/:\w+/, "7");
    const { router, place } = renderApp(address);
    expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(place()).toBe("/login");
    expect(router.state.location.state).toMatchObject({ from: { pathname: address } });
  });

  test("who came to /login directly starts at the dashboard", async () => {
    const { user, place } = renderApp("/login");
    await signIn(user);
    expect(await screen.findByRole("heading", { name: "Queues" })).toBeVisible();
    expect(place()).toBe("/");
  });

  test("reads one sentence for a wrong password and for an unknown account", async () => {
    const { user } = renderApp("/login");
    await signIn(user, "wrong");
    expect(await screen.findByRole("alert")).toHaveTextContent("That email address and password do not match. Check both and try again.");
    expect(screen.getByLabelText("Password")).toHaveFocus();
    expect(accessToken.get()).toBeNull();
  });

  test("is told how long to wait after too many attempts", async () => {
    server.use(http.post("*/api/auth/login", () => refusal(429, "too_many_attempts", { retry_after: 40 })));
    const { user } = renderApp("/login");
    await signIn(user);
    expect(await screen.findByRole("alert")).toHaveTextContent("Try again in 40 seconds.");
  });

  test("is told that something unknown went wrong when the server fails", async () => {
    server.use(http.post("*/api/auth/login", () => refusal(500, "error")));
    const { user } = renderApp("/login");
    await signIn(user);
    expect(await screen.findByRole("alert")).toHaveTextContent("An unknown error occurred. Please try again.");
  });

  test("stays one when the desk does not come after signing in", async () => {
    server.use(http.get("*/api/desk", () => refusal(500, "error")));
    const { user } = renderApp("/login");
    await signIn(user);
    expect(await screen.findByRole("alert")).toHaveTextContent("An unknown error occurred. Please try again.");
    expect(accessToken.get()).toBeNull();
  });

  test("keeps the new session when the page is left before the desk has come", async () => {
    server.use(
      http.get("*/api/desk", () => {
        window.dispatchEvent(new Event("beforeunload"));
        return HttpResponse.error();
      }),
    );
    const { user } = renderApp("/login");
    await signIn(user);
    expect(await screen.findByRole("alert")).toBeVisible();
    expect(accessToken.get()).toBe("fresh-token");
  });

  test("is asked for what is missing before anything is sent", async () => {
    const { user } = renderApp("/login");
    await user.click(await screen.findByRole("button", { name: "Sign in" }));
    expect(screen.getByText("Enter your email address.")).toBeVisible();
    expect(screen.getByLabelText("Email address")).toHaveFocus();
  });
});

describe("a session", () => {
  test("shows the loading screen while it initialises", async () => {
    server.use(http.get("*/api/user/me", () => new Promise<never>(() => undefined)));
    accessToken.set("kept-token");
    renderApp("/");
    await waitFor(() => expect(screen.getByRole("progressbar", { name: "Opening your session" })).toBeVisible());
  });

  test("begins from the stored token", async () => {
    renderApp("/", { as: aModerator() });
    expect(await screen.findByRole("heading", { level: 1, name: /Marta/ })).toBeVisible();
  });

  test.each([401, 503])("whose user cannot be fetched (%i) is unauthenticated, without a message", async (status) => {
    accessToken.set("old-token");
    server.use(http.get("*/api/user/me", () => refusal(status, "no")));
    renderApp("/tickets");
    expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.queryByText(/session ended/)).not.toBeInTheDocument();
  });

  test.each([401, 503])("whose desk cannot be fetched (%i) is unauthenticated, without a message", async (status) => {
    server.use(http.get("*/api/desk", () => refusal(status, "no")));
    renderApp("/tickets", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  test("sends who is signed in from /login to the dashboard", async () => {
    const { place } = renderApp("/login", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "Queues" })).toBeVisible();
    expect(place()).toBe("/");
  });

  describe("that the server ends", () => {
    async function lapse() {
      const app = renderApp("/blacklist", { as: aHeadModerator() });
      await screen.findByRole("heading", { level: 1, name: "Blacklist Management" });
      server.use(http.get("*/api/cms/counts", () => refusal(401, "unauthenticated"), { once: true }));
      await screen.findByRole("dialog", { name: "Sign in again" });
      expect(accessToken.get()).toBeNull();
      return app;
    }

    test("because its token was deleted in this tab asks for the password", async () => {
      const answers = ({ request }: { request: Request }) =>
        request.headers.get("Authorization") ? HttpResponse.json(counts()) : refusal(401, "unauthenticated");
      server.use(http.get("*/api/cms/counts", answers));
      renderApp("/blacklist", { as: aHeadModerator() });
      await screen.findByRole("heading", { level: 1, name: "Blacklist Management" });
      localStorage.removeItem("accessToken");
      expect(await screen.findByRole("dialog", { name: "Sign in again" })).toBeVisible();
      expect(screen.getByLabelText("Email address")).toHaveValue("marta.ellwood@docket.example");
    });

    test("is begun again in place, over the page as it is", async () => {
      const { user, place } = await lapse();
      expect(screen.getByLabelText("Email address")).toHaveValue("marta.ellwood@docket.example");
      expect(screen.getByLabelText("Password")).toHaveFocus();
      await user.keyboard("wrong{Enter}");
      expect(await screen.findByText(/do not match/)).toBeVisible();
      await user.clear(screen.getByLabelText("Password"));
      await user.keyboard(`${PASSWORD}{Enter}`);
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
      expect(accessToken.get()).toBe("fresh-token");
      expect(place()).toBe("/blacklist");
    });

    test("over another dialog takes every key that is typed into the password", async () => {
      const app = renderApp("/blacklist", { as: aHeadModerator() });
      await screen.findByRole("heading", { level: 1, name: "Blacklist Management" });
      act(() => (document.activeElement as HTMLElement | null)?.blur()); // the dialog's field has the focus
      await app.user.keyboard("?");
      await screen.findByRole("dialog", { name: "Keys" });
      server.use(http.get("*/api/cms/counts", () => refusal(401, "unauthenticated"), { once: true }));
      const dialog = await screen.findByRole("dialog", { name: "Sign in again" });
      await app.user.keyboard("d");
      expect(screen.getByLabelText("Password")).toHaveValue("d");
      dialog.focus();
      await app.user.keyboard("oc");
      expect(screen.getByLabelText("Password")).toHaveValue("doc");
    });

    test("leads somebody else to /login, with a word about it, and back", async () => {
      const { user, place } = await lapse();
      await user.click(screen.getByRole("button", { name: "Sign in as somebody else" }));
      expect(await screen.findByText(/Your session ended/)).toBeVisible();
      expect(place()).toBe("/login");
      await signIn(user);
      await screen.findByRole("heading", { level: 1, name: "Blacklist Management" });
      expect(place()).toBe("/blacklist");
    });
  });

  test("ends by hand: the token goes, the server is told, and the next person starts afresh", async () => {
    const told = vi.fn();
    server.use(
      http.post("*/api/auth/logout", ({ request }) => {
        told(request.headers.get("Authorization"));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const me = aHeadModerator();
    rememberTerm(me.id, "ada@client.example");
    const { user, router } = renderApp("/blacklist", { as: me });
    await user.click(await screen.findByRole("button", { name: "Marta Ellwood, account menu" }));
    expect(recentTerms(me.id)).toEqual(["ada@client.example"]);
    await user.click(await screen.findByRole("menuitem", { name: "Sign Out" }));
    expect(await screen.findByText("For moderation staff.")).toBeVisible();
    expect(localStorage.getItem("accessToken")).toBeNull();
    expect(recentTerms(me.id)).toEqual([]);
    await waitFor(() => expect(told).toHaveBeenCalledWith("Bearer kept-token"));
    await router.navigate("/tickets");
    expect(await screen.findByText("Ticket System")).toBeVisible();
  });

  test("begins without what others searched for here, and nobody's stays where nobody is signed in", async () => {
    const me = aModerator();
    const terms = () => [me.id, 99].map(recentTerms);
    for (const id of [me.id, 99]) rememberTerm(id, "ada@client.example");
    renderApp("/", { as: me });
    await screen.findByRole("heading", { name: "Queues" });
    expect(terms()).toEqual([["ada@client.example"], []]);
    cleanup();
    accessToken.remove();
    renderApp("/login");
    expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(terms()).toEqual([[], []]);
  });

  test("of another tab that signs out ends here too", async () => {
    renderApp("/", { as: aModerator() });
    await screen.findByRole("heading", { name: "Queues" });
    accessToken.remove();
    window.dispatchEvent(new StorageEvent("storage", { key: "accessToken" }));
    expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
  });
});

describe("an account without any access", () => {
  test("gets the welcome screen, and the desk once access was given", async () => {
    const { user } = renderApp("/", { as: aClient() });
    expect(await screen.findByRole("heading", { name: "Welcome to Docket" })).toBeVisible();
    expect(await screen.findByText("Ask the team that runs Docket at your company.")).toBeVisible();
    expect(screen.getByText(/an administrator or a head moderator has to give you access/)).toBeVisible();
    const you = within(screen.getByRole("region", { name: "You" }));
    expect(you.getByText("Marta Ellwood")).toBeVisible();
    expect(you.getByText("Super User: Company administrator, full access, can edit own staff access.")).toBeVisible();
    server.use(http.get("*/api/user/me", () => HttpResponse.json(aModerator())));
    await user.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByRole("heading", { name: "Queues" })).toBeVisible();
  });

  test("is told who can give it, and gets the desk by itself once it was given", async () => {
    const granter = { id: 3, name: "Isla Rennie", email: "isla@docket.example" };
    server.use(http.get("*/api/permissions/granters", () => HttpResponse.json({ items: [granter] })));
    const { client } = renderApp("/", { as: aClient() });
    expect(await screen.findByRole("link", { name: "Write to Isla Rennie" })).toHaveAttribute("href", "mailto:isla@docket.example");
    server.use(
      http.get("*/api/user/me", () => HttpResponse.json(aModerator())),
      http.get("*/api/user/me/access", () => HttpResponse.json({ cms_access: ["moderation"] })),
    );
    await client.refetchQueries({ queryKey: ["/api/user/me/access"] });
    expect(await screen.findByRole("heading", { name: "Queues" })).toBeVisible();
  });

  test("gets a clear 403 page behind every entry", async () => {
    renderApp("/reviews/moderate", { as: aClient() });
    expect(await screen.findByRole("heading", { name: "You do not have access to this page" })).toBeVisible();
    expect(screen.getByText("“Moderation”")).toBeVisible();
  });
});
