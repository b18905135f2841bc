import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import { aCompany } from "@/testing/companies";
import { aHeadModerator, aModerator } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  server.use(
    http.get("*/api/company/31", () => HttpResponse.json(aCompany)),
    http.get("*/api/categories", () => HttpResponse.json({ categories: [{ id: 1, name: "Dental practice", favourite: false }] })),
    http.get("*/api/audit/company/31", () => HttpResponse.json({ items: [], next_cursor: null })),
    http.patch("*/api/company/31", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(aCompany);
    }),
    http.post("*/api/audit/company/31", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ id: 8 }, { status: 201 });
    }),
  );
});

describe("a company", () => {
  test("shows its figures, its facts and the way to its reviews", async () => {
    renderApp("/company/31", { as: aHeadModerator() });
    expect(await screen.findByRole("heading", { level: 1, name: "Tan Dental" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Its reviews" })).toHaveAttribute("href", "/reviews/31");
    expect(screen.getByRole("link", { name: "Smiles" })).toHaveAttribute("href", "/groups/5");
    expect(screen.getByRole("link", { name: "https://tan.example" })).toHaveAttribute("rel", "noreferrer noopener");
    expect(screen.getByText("RH11 7HL")).toBeVisible();
    expect(screen.getByText("4.3")).toBeVisible();
  });

  test("is edited: a wrong website is named, and what was typed stays when the server refuses", async () => {
    server.use(http.patch("*/api/company/31", () => refusal(409, "hsone_id_taken"), { once: true }));
    const { user } = renderApp("/company/31", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit the company" });
    const website = within(dialog).getByRole("textbox", { name: "Website" });
    await user.clear(website);
    await user.type(website, "tan dental{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Invalid URL")).toBeVisible();
    expect(sent).toEqual([]);
    await user.clear(website);
    await user.type(within(dialog).getByRole("textbox", { name: "HSOne ID" }), "H1{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Another company has this HSOne ID.")).toBeVisible();
    expect(within(dialog).getByText("Unable to save changes. Please try again.")).toBeVisible();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent).toMatchObject([{ name: "Tan Dental", category: 1, country: "1", hsone_id: "H1", website: "" }]);
  });

  test("takes entries into its log", async () => {
    const { user } = renderApp("/company/31", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "Add an entry" }));
    const dialog = await screen.findByRole("dialog", { name: "Add an entry to the audit log" });
    await user.type(within(dialog).getByRole("textbox", { name: "Log text" }), "Called them.{Control>}{Enter}{/Control}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent).toEqual([{ text: "Called them." }]);
  });

  test("is not changed by a moderator, who sees it", async () => {
    renderApp("/company/31", { as: aModerator() });
    expect(await screen.findByText("RH11 7HL")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Edit" })).not.toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "Audit log" })).not.toBeInTheDocument();
  });

  test("that does not exist says so", async () => {
    server.use(http.get("*/api/company/31", () => refusal(404, "not_found")));
    renderApp("/company/31", { as: aModerator() });
    expect(await screen.findByText("There is no company 31")).toBeVisible();
  });

  test("that could not be loaded says so", async () => {
    server.use(http.get("*/api/company/31", () => refusal(500, "unknown")));
    renderApp("/company/31", { as: aModerator() });
    expect(await screen.findByText("Could not load the company.")).toBeVisible();
  });
});
