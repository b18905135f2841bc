import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

import { aDesk, aHeadModerator, aModerator } from "@/testing/factories";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { setViewport } from "@/testing/viewport";

const sidebar = () => screen.findByRole("navigation", { name: "Main navigation" });

describe("the sidebar", () => {
  test("folds into the rail, and stays so", async () => {
    const { user } = renderApp("/", { as: aModerator() });
    await user.click(await screen.findByRole("button", { name: "Collapse the sidebar" }));
    expect(document.querySelector(".app")).toHaveClass("compact");
    expect(localStorage.getItem("sidebar")).toBe("compact");
    expect(screen.getByRole("button", { name: "Keep the sidebar open" })).toBeVisible();
  });

  test("says why an entry cannot be opened", async () => {
    renderApp("/", { as: aHeadModerator() });
    const entry = within(await sidebar()).getByRole("link", { name: /^Custom reporting/ });
    expect(entry).toHaveAttribute("aria-disabled", "true");
    expect(entry).toHaveAccessibleName("Custom reporting (Custom reporting is not available yet.)");
    for (const name of [/^Reporting/, /^Client dashboard/])
      expect(within(await sidebar()).getByRole("link", { name })).toHaveAttribute("aria-disabled", "true");
  });

  test("links each module to the address in the server's settings, in a new tab", async () => {
    const modules = [
      { name: "clientDashboard", address: "https://dashboard.example/" },
      { name: "serviceStatus", address: "https://status.example/" },
      { name: "foresight", address: "https://foresight.example/" },
    ] as const;
    server.use(http.get("*/api/desk", () => HttpResponse.json(aDesk({ modules: [...modules] }))));
    renderApp("/", { as: aHeadModerator() });
    for (const [index, label] of ["Client dashboard", "Service status", "Foresight"].entries()) {
      const link = within(await sidebar()).getByRole("link", { name: `${label} (opens in a new tab)` });
      expect(link).toHaveAttribute("href", modules[index]?.address);
      expect(link).toHaveAttribute("target", "_blank");
    }
  });

  test("marks the page that is shown", async () => {
    renderApp("/reviews/backlog", { as: aModerator() });
    expect(within(await sidebar()).getByRole("link", { name: "Backlog" })).toHaveAttribute("aria-current", "page");
    expect(within(await sidebar()).getByRole("link", { name: "Dashboard" })).not.toHaveAttribute("aria-current");
  });

  test.each([
    ["/tickets/list", "All tickets"],
    ["/tickets/canned", "All tickets"],
    ["/history/verification", "History"],
  ])("marks one entry at %s", async (address, name) => {
    renderApp(address, { as: aHeadModerator({ cms_access: ["moderation", "tickets", "history"] }) });
    const marked = within(await sidebar()).getAllByRole("link", { current: "page" });
    expect(marked.map(({ textContent }) => textContent.trim())).toEqual([name]);
  });

  test("gives the focus to the page that its link or its keys lead to, and of a queue to the open item", async () => {
    const { user } = renderApp("/", { as: aModerator() });
    await user.click(within(await sidebar()).getByRole("link", { name: "Backlog" }));
    await waitFor(() => expect(screen.getByRole("article", { name: "Open item" })).toHaveFocus());
    within(await sidebar()).getByRole("link", { name: "Backlog" }).focus();
    vi.useFakeTimers({ toFake: ["Date"] }); // no time passes between the two keys
    await user.keyboard("gm");
    expect(await screen.findByRole("heading", { level: 1, name: "Moderate reviews" })).toBeVisible();
    await waitFor(() => expect(screen.getByRole("article", { name: "Open item" })).toHaveFocus());
  });

  test("folds its group of reviews away", async () => {
    const { user } = renderApp("/", { as: aModerator() });
    const group = within(await sidebar()).getByRole("button", { name: "Reviews" });
    await user.click(group);
    expect(group).toHaveAttribute("aria-expanded", "false");
    expect(within(await sidebar()).queryByRole("link", { name: "Moderate reviews" })).not.toBeInTheDocument();
  });
});

describe("below 1200 px", () => {
  test("the sidebar is a drawer that keeps the focus inside, and closes on Escape and on leaving the page", async () => {
    setViewport(1199);
    const { user, place } = renderApp("/", { as: aModerator() });
    const menu = await screen.findByRole("button", { name: "Open the menu" });
    expect(screen.queryByRole("navigation", { name: "Main navigation" })).not.toBeInTheDocument();

    await user.click(menu);
    const drawer = await screen.findByRole("dialog", { name: "Main navigation" });
    for (let press = 0; press < 30; press += 1) {
      await user.tab();
      expect(drawer).toContainElement(document.activeElement as HTMLElement);
    }
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await waitFor(() => expect(menu).toHaveFocus());

    await user.click(menu);
    await user.click(await screen.findByRole("link", { name: "Backlog" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Backlog" })).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await waitFor(() => expect(place()).toBe("/reviews/backlog"));
  });

  test("the drawer has the whole menu, also where the sidebar is folded on wide screens", async () => {
    localStorage.setItem("sidebar", "compact");
    setViewport(1199);
    const { user } = renderApp("/", { as: aModerator() });
    await user.click(await screen.findByRole("button", { name: "Open the menu" }));
    const drawer = await screen.findByRole("dialog", { name: "Main navigation" });
    for (const name of [/^Dashboard/, /^Moderate reviews/, /^Backlog/]) expect(within(drawer).getByRole("link", { name })).toBeVisible();
    expect(document.querySelector(".app")).not.toHaveClass("compact");
  });

  test("at 1200 px it is there for good", async () => {
    setViewport(1200);
    renderApp("/", { as: aModerator() });
    expect(await sidebar()).toBeVisible();
    expect(document.querySelector(".app > .sidebar")).not.toBeNull();
  });
});

describe("keys", () => {
  test("`g` and a letter lead to a place, and the sheet lists just the places of the person", async () => {
    const { user, place } = renderApp("/", { as: aModerator() });
    await screen.findByRole("heading", { name: "Queues" });
    await user.keyboard("?");
    const sheet = await screen.findByRole("dialog", { name: "Keys" });
    expect(within(sheet).getByText("Backlog")).toBeVisible();
    expect(within(sheet).queryByText("Escalated reviews")).not.toBeInTheDocument();
    await user.keyboard("{Escape}");
    vi.useFakeTimers({ toFake: ["Date"] }); // no time passes between the two keys
    await user.keyboard("gb");
    expect(await screen.findByRole("heading", { level: 1, name: "Backlog" })).toBeVisible();
    await waitFor(() => expect(place()).toBe("/reviews/backlog"));
  });
});

describe("the account menu", () => {
  test("shows the full name and the email, switches the theme and opens the settings", async () => {
    const { user } = renderApp("/", { as: aModerator() });
    await user.click(await screen.findByRole("button", { name: "Marta Ellwood, account menu" }));
    const menu = await screen.findByRole("menu");
    expect(within(menu).getByText("Marta Ellwood")).toBeVisible();
    expect(within(menu).getByText("marta.ellwood@docket.example")).toBeVisible();
    await user.click(within(menu).getByRole("menuitem", { name: "Dark theme" }));
    expect(document.documentElement).toHaveAttribute("data-theme", "dark");

    await user.click(screen.getByRole("button", { name: "Marta Ellwood, account menu" }));
    await user.click(await screen.findByRole("menuitem", { name: "Settings" }));
    const settings = await screen.findByRole("dialog", { name: "Settings" });
    await user.click(within(settings).getByRole("radio", { name: "Light" }));
    await user.click(within(settings).getByRole("radio", { name: "Right to left" }));
    await user.click(within(settings).getByRole("checkbox", { name: /Responsive font sizes/ }));
    expect(JSON.parse(localStorage.getItem("settings") ?? "")).toEqual({
      direction: "rtl",
      theme: "light",
      responsiveFontSizes: false,
      singleKeys: true,
      allOfTickets: false,
    });
    expect(document.documentElement.dir).toBe("rtl");
    await user.click(within(settings).getByRole("button", { name: "Restore the defaults" }));
    expect(document.documentElement.dir).toBe("ltr");
    const [close] = within(settings).getAllByText("Close");
    await user.click(close ?? settings);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("button", { name: "Marta Ellwood, account menu" })).toHaveFocus());
  });
});

describe("the add button", () => {
  test("is for holders of top_level_add", async () => {
    const others = aHeadModerator().cms_access.filter((permission) => permission !== "top_level_add");
    renderApp("/", { as: aHeadModerator({ cms_access: others }) });
    await screen.findByRole("heading", { name: "Queues" });
    expect(screen.queryByRole("button", { name: "Create" })).not.toBeInTheDocument();
    cleanup();
    const { user } = renderApp("/", { as: aModerator({ cms_access: ["top_level_add"] }) });
    await user.click(await screen.findByRole("button", { name: "Create" }));
    await user.click(await screen.findByRole("menuitem", { name: "Company group" }));
    expect(await screen.findByRole("dialog", { name: "Create a new company group" })).toBeVisible();
  });

  test("offers the specification's actions in its order", async () => {
    const { user } = renderApp("/", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "Create" }));
    const items = within(await screen.findByRole("menu")).getAllByRole("menuitem");
    expect(items.map((item) => item.firstElementChild?.nextElementSibling?.textContent)).toEqual([
      "Company listing",
      "User account",
      "Company group",
    ]);
    expect(items.map((item) => item.ariaDisabled === "true")).toEqual([false, false, false]);
  });

  test("offers a review on a company page alone", async () => {
    const { user } = renderApp("/company/31", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "Create" }));
    expect(await screen.findByRole("menuitem", { name: /Review manually/ })).toBeVisible();
  });

  test.each(["/company/0", "/company/abc", "/accounts/31"])("offers no review at %s", async (address) => {
    const { user } = renderApp(address, { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "Create" }));
    expect(await screen.findByRole("menuitem", { name: /Company listing/ })).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: /Review manually/ })).not.toBeInTheDocument();
  });
});

describe("the search control", () => {
  test("is for holders of search", async () => {
    renderApp("/", { as: aModerator({ cms_access: ["moderation"] }) });
    await screen.findByRole("heading", { name: "Queues" });
    expect(screen.queryByRole("button", { name: /Search/ })).not.toBeInTheDocument();
  });

  test("opens on `/`, searches on Enter, then is closed and empty again", async () => {
    const { user, place } = renderApp("/", { as: aModerator() });
    await screen.findByRole("heading", { name: "Queues" });
    await user.keyboard("/");
    const box = screen.getByPlaceholderText("Enter your search term here...");
    expect(box).toHaveFocus();

    await user.click(await screen.findByRole("combobox", { name: "What to search" }));
    const options = screen.getAllByRole("option").map((option) => option.textContent);
    expect(options).toEqual(["Search everything", "Companies", "HSOne ID", "WF Reviews", "Google Reviews", "Users"]);
    await user.click(screen.getByRole("option", { name: "Google Reviews" }));
    await user.type(box, "crooks & co{Enter}");
    await waitFor(() => expect(place()).toBe("/search?term=crooks+%26+co&type=third-party-reviews"));
    expect(screen.queryByPlaceholderText("Enter your search term here...")).not.toBeInTheDocument();

    act(() => document.body.focus());
    await user.keyboard("/");
    expect(screen.getByPlaceholderText("Enter your search term here...")).toHaveValue("");
    expect(await screen.findByRole("combobox", { name: "What to search" })).toHaveTextContent("Search everything");
  });

  test("closes on Escape, and gives the focus back", async () => {
    const { user } = renderApp("/", { as: aModerator() });
    const [opener] = await screen.findAllByRole("button", { name: "Search" });
    await user.click(opener ?? document.body);
    expect(screen.getByPlaceholderText("Enter your search term here...")).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("search")).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });

  test("searches for nothing only after something was typed", async () => {
    const { user, place } = renderApp("/", { as: aModerator() });
    await screen.findByRole("heading", { name: "Queues" });
    await user.keyboard("/");
    await user.click(screen.getByRole("button", { name: "Search" }));
    expect(place()).toBe("/");
    expect(screen.getByPlaceholderText("Enter your search term here...")).toHaveFocus();
  });
});

test("the page gets the focus that a removed element had", async () => {
  renderApp("/blacklist", { as: aHeadModerator() });
  await screen.findByRole("heading", { level: 1, name: "Blacklist Management" });
  const page = screen.getByRole("main");
  const button = page.appendChild(document.createElement("button"));
  button.focus();
  button.remove();
  await waitFor(() => expect(page).toHaveFocus());
});

test("what is switched off while it has the focus gives it to its card, and gets it back once it works again", async () => {
  renderApp("/blacklist", { as: aHeadModerator() });
  await screen.findByRole("heading", { level: 1, name: "Blacklist Management" });
  const card = screen.getByRole("main").appendChild(document.createElement("section"));
  const button = card.appendChild(document.createElement("button"));
  button.focus();
  button.setAttribute("aria-busy", "true");
  button.disabled = true;
  await waitFor(() => expect(button).toBeDisabled());
  act(() => button.blur()); // browsers do this for a disabled button
  button.removeAttribute("aria-busy");
  button.disabled = false;
  await waitFor(() => expect(button).toHaveFocus());
  button.disabled = true;
  await waitFor(() => expect(card).toHaveFocus());
  const other = card.appendChild(document.createElement("button"));
  other.focus();
  other.remove();
  await waitFor(() => expect(card).toHaveFocus());
});
