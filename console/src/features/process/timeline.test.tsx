import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { aDesk } from "@/testing/desk/desk-server";
import { anEntry, CALLUM } from "@/testing/desk/factories";
import { openDesk } from "@/testing/desk/open-desk";

const ME = { id: 2, name: "Marta Ellwood" };
const ADA = { id: 12, name: "Ada Byron" };

/** As the reader, Marta Ellwood, is told an action of one person that concerns another. */
const TOLD = [
  ["assign", ME, { to: ME }, "You assigned it to yourself"],
  ["assign", ME, { to: CALLUM, from: ME }, "You assigned it to Callum Frayne"],
  ["assign", CALLUM, { to: CALLUM, holder: ME }, "Callum Frayne assigned it to themselves"],
  ["assign", CALLUM, { to: ME }, "Callum Frayne assigned it to you"],
  ["assign", CALLUM, { to: ADA }, "Callum Frayne assigned it to Ada Byron"],
  ["unassign", ME, { from: ME }, "You unassigned it"],
  ["unassign", ME, { from: CALLUM }, "You unassigned it from Callum Frayne"],
  ["unassign", CALLUM, { from: CALLUM }, "Callum Frayne unassigned it"],
  ["unassign", CALLUM, { from: ME }, "Callum Frayne unassigned it from you"],
  ["unassign", null, { from: ME }, "Somebody unassigned it from you"],
  ["take_over", ME, { holder: CALLUM }, "You took it over from Callum Frayne"],
  ["take_over", CALLUM, { from: ME }, "Callum Frayne took it over from you"],
  ["take_over", CALLUM, { holder: ADA, from: ME }, "Callum Frayne took it over from Ada Byron"],
  ["note", ME, {}, "You left a note"],
  ["note", ME, { to: ME }, "You left a note"],
  ["note", ME, { to: CALLUM }, "You left a note for Callum Frayne"],
  ["note", CALLUM, { to: ME }, "Callum Frayne left a note for you"],
  ["reveal", ME, {}, "The first decision was by you: “Approve”"],
  ["reveal", CALLUM, {}, "The first decision was by Callum Frayne: “Approve”"],
] as const;

test("the timeline names its reader “you”, whoever acts on whom", async () => {
  const events = TOLD.map(([action, actor, data], seq) => anEntry(seq + 1, { action, actor, data, label: "Approve" }));
  const desk = aDesk([4]);
  const history = http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events }));
  await openDesk({ ...desk, handlers: [history, ...desk.handlers] });
  await screen.findByText("assigned it to yourself", { exact: false });
  const [list = document.body] = screen.getAllByRole("list").filter((one) => one.classList.contains("timeline"));
  const sentences = within(list).getAllByRole("listitem").map((line) => line.querySelector("p")?.textContent);
  expect(sentences).toEqual(TOLD.map(([, , , sentence]) => sentence).reverse());
});
