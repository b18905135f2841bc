import { screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, test } from "vitest";

import { aDesk } from "@/testing/desk/desk-server";
import { PUBLISH } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";

beforeAll(giveRoom);

test("each outcome says with its button, and on the sheet of keys, what happens by it", async () => {
  const { user } = await openDesk(aDesk([4]));
  const approve = await screen.findByRole("button", { name: /^Approve/ });
  expect(approve).toHaveAccessibleDescription("It keeps to the rules.");
  await user.hover(approve);
  expect(await screen.findByText("It keeps to the rules.", { selector: ".tooltip" })).toBeVisible();
  await user.unhover(approve);
  expect(screen.queryByText("It keeps to the rules.", { selector: ".tooltip" })).toBeNull(); // at once: it may lie over other controls
  await user.keyboard("?");
  expect(within(await screen.findByRole("dialog")).getByText("It breaks a rule.")).toBeVisible();
});

describe("what is asked before an outcome that cannot be undone", () => {
  test.each([
    ["ticket_resolution", "opens by itself when the client writes", /head moderator|review|cannot be undone/],
    ["testimonial_transcription", "ask a head moderator to reopen the testimonial", /review/],
    ["decision_check", "Your opinion is recorded and cannot be changed. The review itself does not change.", /head moderator|at once/],
    ["photo_check", "It takes effect at once. This cannot be undone.", /head moderator/],
  ])("of %s says what is true of it", async (kind, said, never) => {
    const final = { ...PUBLISH, name: "resolve", label: "Resolve" };
    const { user } = await openDesk(aDesk([4], () => ({ kind, outcomes: [final] })));
    await heading("Review 4");
    await user.click(screen.getByRole("button", { name: /^Resolve/ }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent(said);
    expect(dialog).not.toHaveTextContent(never);
  });
});
