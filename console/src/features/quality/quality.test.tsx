import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

import { aHeadModerator } from "@/testing/factories";
import { refusal, withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const quality = {
  share: 0.02,
  days: 90,
  total: { checked: 44, agreed: 39, same_reason: 37, low: 0.76, high: 0.95 },
  people: [
    { person: { id: 4, name: "Marta Ellwood" }, checked: 40, agreed: 38, same_reason: 36, low: 0.835, high: 0.986, overruled: 1 },
    { person: { id: 5, name: "Callum Frayne" }, checked: 4, agreed: 1, same_reason: 1, low: 0.05, high: 0.7, overruled: 3 },
  ],
  reasons: [{ code: "fake", title: "Fake", checked: 8, agreed: 6, same_reason: 4, low: 0.4, high: 0.93 }],
};

const answerWith = (body: object) => server.use(http.get("*/api/quality", () => HttpResponse.json(body)));

describe("quality", () => {
  test("tells agreement by person and by reason, as shares", async () => {
    answerWith(quality);
    renderApp("/quality", { as: aHeadModerator() });
    const marta = (await screen.findByRole("rowheader", { name: "Marta Ellwood" })).closest("tr");
    expect(within(marta ?? document.body).getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
      "40",
      "95%",
      "", // the interval is drawn, without text
      "90%",
      "1",
    ]);
    expect(within(marta ?? document.body).getByRole("img", { name: "95% interval: 84% to 99%; everybody: 89%" })).toBeVisible();
    const names = screen.getAllByRole("rowheader").map((head) => head.textContent);
    expect(names, "the most second looks first").toEqual(["Marta Ellwood", "Callum Frayne", "All", "Fake"]);
    const fake = screen.getByRole("rowheader", { name: "Fake" }).closest("tr");
    expect(fake, "a percentage of so few would say more than is known").toHaveTextContent("6 of 8");
    const callum = screen.getByRole("rowheader", { name: "Callum Frayne" }).closest("tr");
    expect(within(callum ?? document.body).getByRole("img", { name: "95% interval: 5% to 70%, apart from everybody’s 89%" })).toBeVisible();
    expect(screen.getByRole("rowheader", { name: "All" }).closest("tr")).toHaveTextContent("4489%0%50%100%84%4");
    expect(screen.getByText("36 of the 44 were approvals, which have no reason.")).toBeVisible();
    expect(screen.getAllByRole("columnheader", { name: "Share, with 95% interval" })).toHaveLength(2);
    expect(screen.getByText("agreement, 39 of 44 · likely 76% to 95%").previousSibling).toHaveTextContent("89%");
    expect(screen.getByText(/^2% of approvals and rejections/)).toBeVisible();
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Disagreements" })).toHaveAttribute("href", "/quality/disagreements");
  });

  test("explains no marks in a table that has none", async () => {
    answerWith({ ...quality, reasons: [{ ...quality.reasons[0], checked: 2, agreed: 1 }] });
    renderApp("/quality", { as: aHeadModerator() });
    const reasons = within((await screen.findByText("Too few for an interval (under 3 in each row)")).closest("section") ?? document.body);
    expect(reasons.getByRole("rowheader", { name: "Fake" })).toBeVisible();
    expect(reasons.queryByRole("columnheader", { name: "Share, with 95% interval" })).toBeNull();
    expect(screen.getAllByText(/^Point: share agreed/)).toHaveLength(1);
  });

  test("asks again for another time", async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get("*/api/quality", withCall(asked, ({ request }) => new URL(request.url).searchParams.get("days"), () => HttpResponse.json(quality))),
    );
    const { user } = renderApp("/quality", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "30 days" }));
    expect(screen.getByRole("button", { name: "30 days" })).toHaveAttribute("aria-pressed", "true");
    await screen.findByText("The last 30 days");
    expect(asked).toEqual(["90", "30"]);
  });

  test("says what it means when nothing was looked at, and when nothing is drawn", async () => {
    answerWith({ ...quality, share: 0, people: [], reasons: [] });
    renderApp("/quality", { as: aHeadModerator() });
    expect(await screen.findByRole("heading", { name: "Nothing to compare yet" })).toBeVisible();
    expect(screen.getByText(/share is set to 0/)).toBeVisible();
  });

  test("can be tried again after a failure", async () => {
    server.use(http.get("*/api/quality", () => refusal(503, "unavailable")));
    const { user } = renderApp("/quality", { as: aHeadModerator() });
    const failure = await screen.findByRole("alert");
    answerWith(quality);
    await user.click(within(failure).getByRole("button", { name: "Refresh the page" }));
    expect(await screen.findByRole("rowheader", { name: "Fake" })).toBeVisible();
  }, 20_000);

  test("is found from a head moderator's dashboard", async () => {
    renderApp("/", { as: aHeadModerator() });
    const links = await screen.findAllByRole("link", { name: "Quality" }); // in the sidebar and in the agreement card
    for (const link of links) expect(link).toHaveAttribute("href", "/quality");
  });
});
