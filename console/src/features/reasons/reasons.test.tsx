import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

import type { ReasonCode, ReasonCodeRow } from "@/api/types";
import { aHeadModerator } from "@/testing/factories";
import { refusal, withBody, withQuery } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const aReason = (change: Partial<ReasonCodeRow> = {}): ReasonCodeRow => ({
  id: 1,
  code: "fake",
  title: "Fake",
  ground: "DECISION_GROUND_INCOMPATIBLE_CONTENT",
  category: "STATEMENT_CATEGORY_SCAMS_AND_FRAUD",
  sentence: "We believe that nobody lived through it.",
  rule: "Review guidelines: a real experience.",
  applies_to: ["reject", "restrict"],
  active: true,
  used: 1204,
  ...change,
});
const CHOICES = {
  grounds: [
    { value: "DECISION_GROUND_ILLEGAL_CONTENT", title: "Illegal content" },
    { value: "DECISION_GROUND_INCOMPATIBLE_CONTENT", title: "Incompatible with the terms" },
  ],
  categories: [
    { value: "STATEMENT_CATEGORY_OTHER_VIOLATION_TC", title: "Another breach of the terms" },
    { value: "STATEMENT_CATEGORY_SCAMS_AND_FRAUD", title: "Scams and fraud" },
  ],
  outcomes: [
    { value: "reject", title: "Not published" },
    { value: "restrict", title: "Taken down" },
  ],
};

const sent: unknown[] = [];
let items: ReasonCodeRow[] = [];

beforeEach(() => {
  sent.length = 0;
  items = [aReason(), aReason({ id: 2, code: "hate", title: "Hate", ground: "DECISION_GROUND_ILLEGAL_CONTENT", rule: "", applies_to: ["reject"] })];
  server.use(
    http.get("*/api/reason-codes", () => HttpResponse.json({ items, ...CHOICES })),
    http.post("*/api/reason-codes", async ({ request }) => {
      const body = (await request.json()) as ReasonCode;
      sent.push(body);
      items = [...items, aReason({ ...body, id: 3, code: "old-news" })];
      return HttpResponse.json(items.at(-1), { status: 201 });
    }),
    http.patch("*/api/reason-codes/:code", async ({ request, params }) => {
      const change = (await request.json()) as Partial<ReasonCode>;
      sent.push([params.code, change]);
      items = items.map((reason) => (reason.code === params.code ? { ...reason, ...change } : reason));
      return HttpResponse.json(items.find(({ code }) => code === params.code));
    }),
  );
});

const open = async () => {
  const app = renderApp("/reason-codes", { as: aHeadModerator() });
  await screen.findByRole("rowheader", { name: /^Fake/ });
  return app;
};
const row = (name: string) => within(screen.getByRole("rowheader", { name: new RegExp(`^${name}`) }).closest("tr") ?? document.body);

describe("reason codes", () => {
  test("are listed with the ground below the title, and the outcome where it is not each", async () => {
    await open();
    const cellsOf = (name: string) => row(name).getAllByRole("cell").map((cell) => cell.textContent);
    expect(cellsOf("Hate")[0]).toBe("We believe that nobody lived through it.");
    expect(cellsOf("Hate")[1]).toBe("1,204");
    expect(row("Hate").getByRole("rowheader")).toHaveTextContent(/^Hate Not published only ?Illegal content$/);
    expect(row("Fake").getByRole("rowheader")).toHaveTextContent("Fake Incompatible with the terms");
  });

  test("are added by the keyboard alone, with the code left to the server", async () => {
    const { user } = await open();
    screen.getByRole("button", { name: "New reason" }).focus();
    await user.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "New reason" }));
    expect(await dialog.findByRole("textbox", { name: "Title" })).toHaveFocus();
    await user.keyboard("Old news");
    await user.tab();
    await user.tab();
    await user.tab();
    expect(dialog.getByRole("checkbox", { name: "Taken down" })).toHaveFocus();
    await user.keyboard(" ");
    await user.type(dialog.getByRole("textbox", { name: "Sentence to the author" }), "It is long ago.{Control>}{Enter}{/Control}");
    await screen.findByRole("rowheader", { name: /^Old news/ });
    expect(sent).toEqual([
      {
        title: "Old news",
        code: "",
        ground: "DECISION_GROUND_INCOMPATIBLE_CONTENT",
        category: "STATEMENT_CATEGORY_OTHER_VIOLATION_TC",
        sentence: "It is long ago.",
        rule: "",
        applies_to: ["reject"],
      },
    ]);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("that lack what they need are not sent: the sentence stands at the field", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "New reason" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New reason" }));
    for (const name of ["Not published", "Taken down"]) await user.click(await dialog.findByRole("checkbox", { name }));
    await user.type(dialog.getByRole("textbox", { name: "Title" }), "Old");
    await user.type(dialog.getByRole("textbox", { name: "Sentence to the author" }), "Old.");
    await user.click(dialog.getByRole("button", { name: /^Save/ }));
    expect(await dialog.findByText("Choose at least one.")).toBeVisible();
    expect(sent).toEqual([]);
  });

  test("whose code is taken say so at the code, and keep what was typed", async () => {
    server.use(http.post("*/api/reason-codes", () => refusal(409, "code_taken")));
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "New reason" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New reason" }));
    await user.type(await dialog.findByRole("textbox", { name: "Title" }), "Fake");
    await user.type(dialog.getByRole("textbox", { name: "Sentence to the author" }), "It is fake.");
    await user.click(dialog.getByRole("button", { name: /^Save/ }));
    expect(await dialog.findByText("Another reason has this code.")).toBeVisible();
    expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("Fake");
  });

  test("are changed, without their code", async () => {
    const { user } = await open();
    await user.click(row("Fake").getByRole("button", { name: "Change Fake" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change the reason" }));
    const title = await dialog.findByRole("textbox", { name: "Title" });
    expect(dialog.queryByRole("textbox", { name: "Code" })).not.toBeInTheDocument();
    await user.clear(title);
    await user.type(title, "Not real");
    await user.click(dialog.getByRole("button", { name: /^Save/ }));
    await screen.findByRole("rowheader", { name: /^Not real/ });
    expect(sent).toEqual([["fake", { title: "Not real" }]]);
  });

  test("are retired after a question, and offered again", async () => {
    const { user } = await open();
    await user.click(row("Fake").getByRole("button", { name: "More for Fake" }));
    await user.click(await screen.findByRole("menuitem", { name: "Retire" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Retire “Fake”?" }));
    await user.click(dialog.getByRole("button", { name: /^Retire/ }));
    await waitFor(() => expect(row("Fake").getByText("Retired")).toBeVisible());
    await user.click(row("Fake").getByRole("button", { name: "More for Fake" }));
    await user.click(await screen.findByRole("menuitem", { name: "Offer again" }));
    await waitFor(() => expect(row("Fake").queryByText("Retired")).not.toBeInTheDocument());
    expect(sent).toEqual([
      ["fake", { active: false }],
      ["fake", { active: true }],
    ]);
  });

  test("of which an outcome has no other are not retired, and the dialog says why", async () => {
    server.use(http.patch("*/api/reason-codes/fake", () => refusal(409, "last_reason")));
    const { user } = await open();
    await user.click(row("Fake").getByRole("button", { name: "More for Fake" }));
    await user.click(await screen.findByRole("menuitem", { name: "Retire" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Retire “Fake”?" }));
    await user.click(dialog.getByRole("button", { name: /^Retire/ }));
    expect(await dialog.findByText(/^It is the last reason for an outcome/)).toBeVisible();
  });
});

test("reason codes are sorted by a header, and saved in that order", async () => {
  URL.createObjectURL = vi.fn(() => "blob:file");
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const asked: string[] = [];
  server.use(http.get("*/api/reason-codes/export", withQuery(asked, () => new HttpResponse("code\n"))));
  const { user } = renderApp("/reason-codes?sort=title", { as: aHeadModerator({ }) });
  const table = await screen.findByRole("table");
  const titles = () => within(table).getAllByRole("row").slice(1).map((row) => row.querySelector("bdi")?.textContent);
  await waitFor(() => expect(titles()).toEqual(["Hate", "Fake"]));
  await user.click(screen.getByRole("button", { name: "Export" }));
  await waitFor(() => expect(asked).toEqual(["?sort=title&direction=desc"]));
});

test("the guidance on threats of harm is written in a dialog", async () => {
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/harm-guidance", () => HttpResponse.json({ text: "Call Ann." })),
    http.put("*/api/harm-guidance", withBody(sent)),
  );
  const { user } = renderApp("/reason-codes", { as: aHeadModerator({ access_level: "ADMIN" }) });
  await user.click(await screen.findByRole("button", { name: "Guidance on threats…" }));
  const text = await screen.findByLabelText("What people do");
  expect(text).toHaveValue("Call Ann.");
  await user.type(text, " On 1234.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([{ text: "Call Ann. On 1234." }]));
  expect(await screen.findByText("The guidance was saved")).toBeVisible();
});
