import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import { aGroup } from "@/testing/companies";
import { aHeadModerator, aModerator } from "@/testing/factories";
import { refusal, withBody, withCall, withQuery } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const aMember = { id: 31, name: "Tan Dental", address: "1 Quay, Whitby", postcode: "RH11 7HL", reviews: 1204, rating: 4.56, added: "2026-11-20T09:42:00Z" };

const sent: unknown[] = [];
const asked: string[] = [];
const orders: string[] = [];
const NONE = { items: [], next_cursor: null };

beforeEach(() => {
  sent.length = asked.length = orders.length = 0;
  server.use(
    http.get("*/api/groups", ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query.get("q") ?? "");
      orders.push(`${query.get("sort")} ${query.get("direction")}`);
      return HttpResponse.json({ items: [aGroup()], next_cursor: null, total: 7 });
    }),
    http.get("*/api/group/5", () => HttpResponse.json(aGroup())),
    http.get("*/api/group/5/members", () =>
      HttpResponse.json({ items: [aMember], next_cursor: null }),
    ),
    http.get("*/api/audit/group/5", () =>
      HttpResponse.json({
        items: [{ id: 1, at: "2026-11-20T09:42:00Z", user: { id: 3, name: "Grace Groups" }, text: "Created." }],
        next_cursor: null,
      }),
    ),
    http.get("*/api/companies", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("q") ?? "");
      return HttpResponse.json({
        items: [{ id: 32, name: "Bright Dental", country: 1, postcode: "RH1 1AA", hsone_id: null, status: "open" }],
        next_cursor: null,
      });
    }),
    http.patch("*/api/group/5", withBody(sent, () => HttpResponse.json(aGroup()))),
    http.put("*/api/group/5/members/:id", withCall(sent, ({ params }) => ["added", params.id])),
    http.delete("*/api/group/5/members/:id", withCall(sent, ({ params }) => ["removed", params.id])),
    http.delete("*/api/group/5", () => {
      sent.push("deleted");
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const open = (address: string) => renderApp(address, { as: aHeadModerator() });

describe("the list of groups", () => {
  test("shows name, number of companies, slug and country, and is searched by words in the address", async () => {
    const { user, router } = open("/groups");
    const row = (await screen.findByRole("link", { name: "Smiles" })).closest("tr") ?? document.body;
    expect(within(row).getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["smiles", "Ireland", "1", "1,204", "4.6", expect.any(String)]);
    expect(await screen.findByText("7 groups")).toBeVisible();
    await user.type(screen.getByRole("searchbox", { name: "Name, id or RPP slug" }), "kent");
    await waitFor(() => expect(asked).toContain("kent"));
    expect(router.state.location.search).toBe("?q=kent");
  });

  test("is saved as a file, as it is narrowed", async () => {
    const asked: string[] = [];
    server.use(http.get("*/api/groups/export", withQuery(asked, () => new HttpResponse("id,name", { headers: { "Content-Type": "text/csv" } }))));
    const { user } = open("/groups?q=smile");
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await waitFor(() => expect(asked).toEqual(["?q=smile&sort=name&direction=asc"]));
  });

  test("is sorted by its headers, beside its words in the address", async () => {
    const { user, router } = open("/groups?q=smile");
    await user.click(await screen.findByRole("button", { name: "Created" }));
    await waitFor(() => expect(orders.at(-1)).toBe("created desc"));
    expect(router.state.location.search).toBe("?q=smile&sort=created");
    expect(screen.getByRole("columnheader", { name: "Created" })).toHaveAttribute("aria-sort", "descending");
    expect(orders[0]).toBe("name asc");
  });

  test("can be added to by who may do nothing but work with groups", async () => {
    const { user } = renderApp("/groups", { as: aModerator({ cms_access: ["groups"] }) });
    await user.click(await screen.findByRole("button", { name: "Create group" }));
    expect(await screen.findByRole("dialog", { name: "Create a new company group" })).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("button", { name: "Create group" })).toHaveFocus();
  });
});

describe("a group", () => {
  test("says what it is, and of each member where it is, what was published and since when it belongs to it", async () => {
    open("/groups/5");
    expect(await screen.findByText("Group 5")).toBeVisible();
    expect(screen.getByText("RPP page")).toBeVisible();
    expect(screen.getByText("Isla Rennie").parentElement).toHaveTextContent(/^20 November 2026.*Isla Rennie$/);
    expect(screen.getByText("in the last 30 days").previousSibling).toHaveTextContent("61");
    const row = (await screen.findByRole("link", { name: "Tan Dental" })).closest("tr") ?? document.body;
    expect(row).toHaveTextContent("Tan Dental 1 Quay, Whitby");
    const cells = within(row).getAllByRole("cell").map((cell) => cell.textContent);
    expect(cells.slice(0, 5)).toEqual(["RH11 7HL", "31", "1,204", "4.6", "20 Nov"]);
    const deletion = within(screen.getByRole("region", { name: "Delete" }));
    expect(deletion.getByText("Its companies stay, with all their reviews. Its RPP page, smiles, goes at once.")).toBeVisible();
  });

  test("is edited, and keeps what was typed when it is refused", async () => {
    server.use(http.patch("*/api/group/5", () => refusal(409, "conflict"), { once: true }));
    const { user } = open("/groups/5");
    expect(await screen.findByRole("heading", { level: 1, name: "Smiles" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Edit" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit the company group" });
    const name = within(dialog).getByRole("textbox", { name: "Name" });
    await user.clear(name);
    await user.type(name, "Bright smiles{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Unable to save changes. Please try again.")).toBeVisible();
    expect(name).toHaveValue("Bright smiles");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    // renaming keeps the slug, which is a public address
    expect(sent).toEqual([{ name: "Bright smiles" }]);
  });

  test("has a slug only with an RPP page, and needs one for it", async () => {
    const { user } = open("/groups/5");
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit the company group" });
    await user.clear(within(dialog).getByRole("textbox", { name: "RPP slug" }));
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Enter an RPP slug: it is the address of the RPP page.")).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(within(dialog).getByRole("checkbox", { name: "This group has an RPP page" }));
    expect(within(dialog).queryByRole("textbox", { name: "RPP slug" })).not.toBeInTheDocument();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent).toEqual([expect.objectContaining({ slug: "", rpp_page: false })]);
  });

  test("gets a member by a search over names and postcodes", async () => {
    const { user } = open("/groups/5");
    await user.click(await screen.findByRole("button", { name: "Add member" }));
    const dialog = await screen.findByRole("dialog", { name: "Add a member to Smiles" });
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Choose a company.")).toBeVisible();
    await user.type(within(dialog).getByRole("combobox"), "rh1");
    await within(dialog).findByRole("option", { name: /Bright Dental/ });
    server.use(http.put("*/api/group/5/members/:id", () => refusal(409, "conflict"), { once: true }));
    await user.keyboard("{Enter}{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("Unable to add the new group member. Please try again.")).toBeVisible();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent).toEqual([["added", "32"]]);
    expect(asked).toContain("rh1");
  });

  test("has members that are searched, sorted and saved as a file, each beside its log in the address", async () => {
    const queries: string[] = [];
    const keep = ({ request }: { request: Request }) => {
      const { pathname, search } = new URL(request.url);
      queries.push(`${pathname.slice("/api/".length)}${search}`);
    };
    server.use(
      http.get("*/api/group/5/members", (call) => {
        keep(call);
        return HttpResponse.json(call.request.url.includes("q=tan") ? NONE : { items: [aMember], next_cursor: null });
      }),
      http.get("*/api/group/5/members/export", (call) => {
        keep(call);
        return new HttpResponse("id,name");
      }),
      http.get("*/api/audit/group/5/export", (call) => {
        keep(call);
        return new HttpResponse("at,user");
      }),
    );
    server.use(http.get("*/api/group/5", () => HttpResponse.json({ ...aGroup(), companies: 11 })));
    const { user, router } = open("/groups/5");
    const members = within(await screen.findByRole("region", { name: "Members" }));
    await user.click(await members.findByRole("button", { name: "ID" }));
    await waitFor(() => expect(members.getByRole("columnheader", { name: "ID" })).toHaveAttribute("aria-sort", "descending"));
    const log = within(screen.getByRole("region", { name: "Audit log" }));
    await user.click(await log.findByRole("button", { name: "Time" }));
    await waitFor(() => expect(log.getByRole("columnheader", { name: "Time" })).toHaveAttribute("aria-sort", "ascending"));
    await user.click(await log.findByRole("button", { name: "Export" }));
    await user.type(members.getByRole("searchbox", { name: "Company id, name or postcode" }), "tan");
    expect(await members.findByText("No company matches.")).toBeVisible();
    await user.click(members.getByRole("button", { name: "Export" }));
    await waitFor(() => expect(queries.at(-1)).toBe("group/5/members/export?q=tan&sort=id&direction=desc"));
    expect(queries).toContain("audit/group/5/export?direction=asc");
    expect(router.state.location.search).toBe("?company-sort=id&log-sort=at&log-direction=asc&company=tan");
    await user.click(members.getByRole("button", { name: "Clear the search" }));
    expect(await members.findByRole("link", { name: "Tan Dental" })).toBeVisible();
  });

  test("loses a member after a question", async () => {
    const { user } = open("/groups/5");
    await user.click(await screen.findByRole("button", { name: "Remove Tan Dental" }));
    const question = await screen.findByRole("alertdialog", { name: "Remove Tan Dental from the group?" });
    server.use(http.delete("*/api/group/5/members/:id", () => refusal(409, "conflict"), { once: true }));
    await user.click(within(question).getByRole("button", { name: /^Remove/ }));
    expect(await within(question).findByText("Unable to remove the member from the group. Please try again.")).toBeVisible();
    await user.click(within(question).getByRole("button", { name: /^Remove/ }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(sent).toEqual([["removed", "31"]]);
  });

  test("is deleted after a question, and its list opens", async () => {
    const { user, router } = open("/groups/5");
    await user.click(await screen.findByRole("button", { name: "Delete this group…" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete the company group Smiles?" });
    expect(question).toHaveTextContent("Its company stays as it is. The group cannot be restored. Its RPP page, smiles, goes at once.");
    server.use(http.delete("*/api/group/5", () => refusal(409, "conflict"), { once: true }));
    await user.click(within(question).getByRole("button", { name: /^Delete this group/ }));
    expect(await within(question).findByText("Unable to delete the group. Please try again.")).toBeVisible();
    await user.click(within(question).getByRole("button", { name: /^Delete this group/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/groups"));
    expect(sent).toEqual(["deleted"]);
  });

  test("shows its log, into which nobody writes", async () => {
    open("/groups/5");
    const log = await screen.findByRole("region", { name: "Audit log" });
    expect(await within(log).findByText("Created.")).toBeVisible();
    expect(within(log).getByText("Grace Groups")).toBeVisible();
    expect(within(log).queryByRole("button", { name: "Add an entry" })).not.toBeInTheDocument();
    expect(within(log).getByText("Manual log entries cannot be added to this type of audit log.")).toBeVisible();
  });

  test.each([404, 422])("that is not there (%i) says so, and shows its log", async (status) => {
    server.use(http.get("*/api/group/5", () => refusal(status, "not_found")));
    open("/groups/5");
    expect(await screen.findByText("There is no company group 5")).toBeVisible();
    expect(await screen.findByText("Created.")).toBeVisible();
  });
});
