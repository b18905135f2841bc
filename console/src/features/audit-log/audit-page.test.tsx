import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

import type { AuditChoices, FoundEntry } from "@/api/types";
import { aModerator } from "@/testing/factories";
import { withCall, withQuery } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const anAdmin = () => ({ ...aModerator(), cms_access: ["history", "groups"] }) as ReturnType<typeof aModerator>;

const ADA = { id: 12, name: "Ada Byron" };
const SMILES = { kind: "group", id: 7, name: "Smiles" } as const;

function anEntry(id: number, change: Partial<FoundEntry> = {}): FoundEntry {
  return { id, at: "2026-11-06T09:42:00Z", user: ADA, subject: SMILES, action: "changed", text: "Changed: slug.", about: [], ...change };
}

const CHOICES: AuditChoices = {
  people: [ADA],
  kinds: [
    { kind: "group", actions: ["created", "changed", "member_added"] },
    { kind: "word", actions: ["added", "changed", "retired"] },
  ],
};

let asked: string[];
let entries: FoundEntry[];

beforeEach(() => {
  asked = [];
  entries = [
    anEntry(3, { action: "member_added", text: "Added company Tan Dental (4).", about: [{ kind: "company", id: 4, name: "Tan Dental" }] }),
    anEntry(2, { subject: { kind: "group", id: 8, name: null }, action: "deleted", text: "Deleted.", user: null }),
    anEntry(1, { subject: { kind: "word", id: 0, name: null }, action: "exported", text: "Exported the list." }),
  ];
  server.use(
    http.get("*/api/audit", withQuery(asked, () => HttpResponse.json({ items: entries, next_cursor: null }))),
    http.get("*/api/audit/choices", () => HttpResponse.json(CHOICES)),
  );
});

const rows = async () => {
  await screen.findByText("Deleted.");
  const [, , ...found] = within(screen.getByRole("table", { name: "Audit log" })).getAllByRole("row");
  return found;
};

describe("the audit log of all things", () => {
  test("says what was done, to what, by whom and when, with ways to what it names", async () => {
    renderApp("/audit", { as: anAdmin() });
    const [member = document.body, deleted = document.body, list = document.body] = await rows();
    // the name is shown once, inside the sentence
    expect(within(member).getAllByRole("cell")[0]).toHaveTextContent(/^Added company Tan Dental\.$/);
    expect(screen.getAllByText("Friday 6 November")).toHaveLength(1);
    expect(within(member).getByRole("link", { name: "Tan Dental" })).toHaveAttribute("href", "/company/4");
    expect(within(member).getByRole("link", { name: "Smiles" })).toHaveAttribute("href", "/groups/7");
    expect(within(member).getByRole("link", { name: "Ada Byron" })).toHaveAttribute("href", "/history/people/12");
    // a deleted thing has a number and no link
    expect(deleted).toHaveTextContent("Group 8");
    expect(deleted).toHaveTextContent("Docket");
    expect(within(deleted).queryByRole("link")).not.toBeInTheDocument();
    expect(within(list).getByRole("link", { name: "Banned word" })).toHaveAttribute("href", "/reviews/banned-words");
    expect(asked).toEqual(["?direction=desc&cursor="]);
  });

  test("neighbours that say the same are one line, which opens", async () => {
    const text = (id: number, change: Partial<FoundEntry> = {}) => anEntry(id, { subject: { kind: "text", id, name: null }, action: "from_before", text: "Was written before.", user: null, ...change });
    entries = [text(9), text(8), text(7, { text: "Copies." }), anEntry(6), anEntry(5), text(4)];
    const { user } = renderApp("/audit", { as: anAdmin() });
    const folded = (await screen.findByText("2 texts from before the log")).closest("tr") ?? document.body;
    expect(screen.getAllByRole("row")).toHaveLength(7);
    await user.click(within(folded).getByRole("button"));
    for (const name of ["Text from before 9", "Text from before 8"]) expect(screen.getByText(name)).toBeVisible();
  });

  test("is narrowed by a kind, its actions, a person and days, which stand in the address", async () => {
    const { user, router } = renderApp("/audit?subject=8&kind=group", { as: anAdmin() });
    await rows();
    expect(asked).toEqual(["?kind=group&subject=8&direction=desc&cursor="]);
    await waitFor(() => expect(screen.getByRole("option", { name: "Member added" })).toBeInTheDocument());
    expect(screen.queryByRole("option", { name: "Retired" })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "Banned word");
    await user.selectOptions(screen.getByRole("combobox", { name: "Action" }), "Retired");
    await user.selectOptions(screen.getByRole("combobox", { name: "Person" }), "Ada Byron");
    expect(router.state.location.search).toBe("?kind=word&action=retired&person=12");
    await waitFor(() => expect(asked.at(-1)).toBe("?kind=word&action=retired&person=12&direction=desc&cursor="));
    await user.click(screen.getByText("Days"));
    await user.type(screen.getByLabelText("From"), "2026-11-01");
    await waitFor(() => expect(asked.at(-1)).toContain(`from=${encodeURIComponent(new Date("2026-11-01T00:00").toISOString())}`));
    await user.click(screen.getByRole("button", { name: "Clear the filters" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  test("is sorted by time either way, and what is in the address and means nothing narrows nothing", async () => {
    const { user } = renderApp("/audit?kind=nothing&person=x&from=soon&direction=asc", { as: anAdmin() });
    await rows();
    await user.click(screen.getByRole("button", { name: "When" }));
    await waitFor(() => expect(asked).toContain("?direction=asc&cursor="));
  });

  test("is saved as a file, with the same filters", async () => {
    server.use(
      http.get("*/api/audit/export", withCall(asked, ({ request }) => `file ${new URL(request.url).search}`, () =>
        new HttpResponse("at\n", { headers: { "Content-Type": "text/csv" } }),
      )),
    );
    const saved = vi.fn(() => "blob:file");
    URL.createObjectURL = saved;
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const { user } = renderApp("/audit?kind=group", { as: anAdmin() });
    await rows();
    await user.click(screen.getByRole("button", { name: "Export" }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(asked).toContain("file ?kind=group&direction=desc");
  });

  test("says when nothing matches, and when nothing is there", async () => {
    entries = [];
    const { user } = renderApp("/audit?action=deleted", { as: anAdmin() });
    expect(await screen.findByText("No entry matches these filters")).toBeVisible();
    await user.click(screen.getAllByRole("button", { name: "Clear the filters" }).at(-1) ?? document.body);
    expect(await screen.findByText("Nothing is logged yet")).toBeVisible();
  });
});
