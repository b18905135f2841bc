import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

import type { Statement } from "@/api/types";
import { aHeadModerator } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

function aStatement(number: number, change: Partial<Statement> = {}): Statement {
  return {
    reference: `docket-${number}`,
    kind: "reject",
    review_id: number,
    company: { id: 3, name: "Quayle Street Dental" },
    reason: { code: "fake", title: "Fake" },
    ground: "DECISION_GROUND_INCOMPATIBLE_CONTENT",
    explanation: "It is fake.",
    rule: "Rule 1.",
    facts: "No such address.",
    notice: false,
    detected: true,
    decided_by: { id: 2, name: "Marta Ellwood" },
    created_at: "2026-11-20T09:42:00Z",
    mail: { state: "sent", to: "a…@example.com", sent_at: "2026-11-20T09:43:00Z", subject: "Your review" },
    ...change,
  };
}

const asked: URLSearchParams[] = [];
function answerWith(items: Statement[], next: string | null = null) {
  asked.length = 0;
  server.use(
    http.get("*/api/statements/:reference/letter", () => refusal(404, "not_found")),
    http.get("*/api/statements/choices", () => HttpResponse.json({ reasons: [{ code: "hate", title: "Hate" }], people: [{ id: 2, name: "Bo Chief" }] })),
    http.get("*/api/statements", ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams);
      const first = !searchParams.has("cursor");
      return HttpResponse.json({ items: first ? items : [aStatement(99)], next_cursor: first ? next : null });
    }),
  );
}

describe("statements of reasons", () => {
  test("tell who decided what and why, and whether the letter reached its author", async () => {
    answerWith([aStatement(1), aStatement(2, { mail: null, decided_by: null })], "more");
    const { user } = renderApp("/statements", { as: aHeadModerator() });
    const row = (await screen.findByText("Marta Ellwood")).closest("tr") ?? document.body;
    expect(row).toHaveTextContent("Not published");
    expect(row).toHaveTextContent("proposed by screening");
    expect(row).toHaveTextContent(/Sent/);
    expect(within(row).getByRole("link", { name: "Quayle Street Dental" })).toHaveAttribute("href", "/review/1#docket-1");
    await user.click(within(row).getByText("Fake"));
    expect(screen.getByText("No such address.", { selector: "dd" })).toBeVisible();
    expect(screen.getByText("No letter")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(screen.getAllByRole("link", { name: "Quayle Street Dental" })).toHaveLength(3));
  });

  test("open into the letter as it was sent, with what became of it", async () => {
    answerWith([aStatement(7)]);
    server.use(
      http.get("*/api/statements/docket-7/letter", () =>
        HttpResponse.json({
          to: "a…@example.com",
          subject: "Your review of Quayle Street Dental is not published",
          body: "Dear Ada,\n\nIt is fake.",
          state: "waiting",
          created_at: "2026-11-20T09:42:00Z",
          sent_at: null,
          states: [{ at: "2026-11-20T09:42:00Z", state: "waiting" }],
          tries: 2,
          next_try: "2026-11-20T10:00:00Z",
        }),
      ),
    );
    const { user } = renderApp("/statements", { as: aHeadModerator() });
    await user.click(await screen.findByText("Fake"));
    const letter = await screen.findByRole("region", { name: "The letter to the author" });
    expect(await within(letter).findByText("Your review of Quayle Street Dental is not published")).toBeVisible();
    expect(letter).toHaveTextContent("to a…@example.com");
    expect(within(letter).getByText(/Dear Ada,\s+It is fake\./)).toBeVisible();
    expect(letter).toHaveTextContent("Written, waiting to be sent: 20 November 2026");
    expect(letter).toHaveTextContent("2 attempts to send it have failed.");
    expect(letter).toHaveTextContent("Next attempt: 20 November 2026");
  });

  test("are narrowed by what stands in the address", async () => {
    answerWith([]);
    const { user } = renderApp("/statements?kind=restrict&since=2026-11-01&mail=refused&reason=hate&person=2", { as: aHeadModerator() });
    expect(await screen.findByRole("heading", { name: "No statement matches these filters" })).toBeVisible();
    expect(asked[0]?.get("kind")).toBe("restrict");
    expect(asked[0]?.get("mail")).toBe("refused");
    expect(screen.getByRole("combobox", { name: "Mail" })).toHaveDisplayValue("Bounced");
    expect(asked[0]?.get("reason")).toBe("hate");
    expect(asked[0]?.get("person")).toBe("2");
    await waitFor(() => expect(screen.getByRole("combobox", { name: "Reason" })).toHaveDisplayValue("Hate"));
    expect(screen.getByRole("combobox", { name: "Decided by" })).toHaveDisplayValue("Bo Chief");
    expect(asked[0]?.get("since")).toBe(new Date("2026-11-01T00:00").toISOString());
    answerWith([aStatement(1)]);
    await user.click(screen.getByRole("button", { name: "Clear the filters" }));
    expect(await screen.findByText("Marta Ellwood")).toBeVisible();
  });

  test("are handed over as a file", async () => {
    answerWith([aStatement(1)]);
    server.use(
      http.get("*/api/statements/export", ({ request }) =>
        HttpResponse.text(new URL(request.url).searchParams.get("format") ?? "", {
          headers: { "Content-Type": "text/csv" },
        }),
      ),
    );
    const made = vi.fn(() => "blob:x");
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: made, revokeObjectURL: vi.fn() }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const { user } = renderApp("/statements", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "Export CSV" }));
    await waitFor(() => expect(made).toHaveBeenCalledOnce());
  });

  test("say when a file or the list cannot be had, and when there is nothing", async () => {
    answerWith([]);
    server.use(http.get("*/api/statements/export", () => refusal(503, "unavailable")));
    const { user } = renderApp("/statements", { as: aHeadModerator() });
    expect(await screen.findByRole("heading", { name: "No statement has been issued" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Export JSON" }));
    expect(await screen.findByText(/The export failed/)).toBeVisible();
    server.use(http.get("*/api/statements/export", () => refusal(409, "blind_second_look")));
    await user.click(screen.getByRole("button", { name: "Export JSON" }));
    expect(await screen.findByText(/You have a second look/)).toBeVisible();
  });
});
