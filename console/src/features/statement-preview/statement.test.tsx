import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, expect, test } from "vitest";

import { aDesk } from "@/testing/desk/desk-server";
import { APPROVE, REJECT } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { refusal, withBody } from "@/testing/handlers";
import { server } from "@/testing/server";

beforeAll(giveRoom);

const REJECTION = {
  ...REJECT,
  form: {
    type: "object",
    required: ["reason", "facts"],
    "x-preview": "statement",
    properties: {
      reason: {
        title: "Reason",
        oneOf: [
          { const: "fake", title: "Fake", "x-prefill": { explanation: "It is fake.", rule: "Rule 1." } },
          { const: "illegal", title: "Illegal", "x-prefill": { explanation: "It is illegal.", rule: "" } },
        ],
      },
      rule: { title: "Rule or law", type: "string", default: "", "x-placeholder": "Filled from the reason" },
      explanation: { title: "Explanation", type: "string", default: "", "x-widget": "textarea", "x-folded": true },
      facts: { title: "Facts", type: "string", "x-widget": "textarea" },
    },
  },
};
const LETTER = {
  to: "a…@example.com",
  subject: "Your review is not published",
  body: "Dear Ada,",
  filed: { source_type: "SOURCE_VOLUNTARY" },
};

async function openForm() {
  const { user } = await openDesk(aDesk([4], () => ({ outcomes: [APPROVE, REJECTION] })));
  await heading("Review 4");
  await user.keyboard("r");
  const reason = await screen.findByRole("combobox", { name: "Reason" });
  const box = (name: RegExp) => screen.getByRole("textbox", { name });
  return { user, reason, box };
}

test("a reason fills in its words, and never over what somebody wrote", async () => {
  const { user, reason, box } = await openForm();
  expect(box(/^Rule/)).toHaveAttribute("placeholder", "Filled from the reason");
  await user.selectOptions(reason, "fake");
  expect(screen.getByRole("group", { name: "Explanation" })).toHaveTextContent("It is fake.");
  await user.click(screen.getByRole("button", { name: "Change: Explanation" }));
  expect(box(/^Explanation/)).toHaveFocus();
  expect(box(/^Explanation/)).toHaveValue("It is fake.");
  expect(box(/^Rule/)).toHaveValue("Rule 1.");
  await user.type(box(/^Explanation/), " Truly.");
  await user.selectOptions(reason, "illegal");
  expect(box(/^Explanation/)).toHaveValue("It is fake. Truly.");
  expect(box(/^Rule/)).toHaveValue("");
  expect(box(/^Rule/)).not.toHaveAttribute("placeholder");
});

test("what the author will read stands beside the form, composed by the server as it is typed", async () => {
  const bodies: unknown[] = [];
  server.use(http.post("*/api/tasks/4/statement", withBody(bodies, () => HttpResponse.json(LETTER))));
  const { user, reason, box } = await openForm();
  expect(await screen.findByText(/what the author will read appears here/)).toBeVisible();
  await user.selectOptions(reason, "fake");
  await user.type(box(/^Facts/), "No such address.");
  expect(await screen.findByText("Dear Ada,")).toBeVisible();
  expect(screen.getByText("to a…@example.com")).toBeVisible();
  expect(screen.getByText("Sent when the hold ends, unless the decision is taken back.")).toBeVisible();
  expect(screen.getByText("SOURCE_VOLUNTARY")).toBeVisible();
  await waitFor(() =>
    expect(bodies.at(-1)).toEqual({
      outcome: "reject",
      form: { reason: "fake", explanation: "It is fake.", rule: "Rule 1.", facts: "No such address." },
    }),
  );
});

test("a preview without an address says once that nothing is sent", async () => {
  server.use(http.post("*/api/tasks/4/statement", () => HttpResponse.json({ ...LETTER, to: null })));
  const { user, reason, box } = await openForm();
  await user.selectOptions(reason, "fake");
  await user.type(box(/^Facts/), "No such address.");
  expect(await screen.findByText("The author has no email address: this is stored when the hold ends, and nothing is sent.")).toBeVisible();
  expect(screen.getAllByText(/hold ends|is sent/i)).toHaveLength(1);
});

test("a preview that does not come says so, and one of a form that will be refused points to the form", async () => {
  server.use(http.post("*/api/tasks/4/statement", () => refusal(422, "invalid")));
  const { user, reason, box } = await openForm();
  await user.selectOptions(reason, "illegal");
  await user.type(box(/^Facts/), "x");
  expect(await screen.findByText(/Correct the form/)).toBeVisible();
});
