import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { NOTIFICATION_MS, notify, withdraw } from "@/lib/notifications";

import { Toasts } from "./toasts";

test("the same sentence is not shown twice, stands at top centre, and goes after three seconds", async () => {
  render(<Toasts />);
  act(() => notify("User account created successfully."));
  act(() => notify("User account created successfully."));
  expect(await screen.findAllByText("User account created successfully.")).toHaveLength(1);
  const place = document.querySelector<HTMLElement>("[data-sonner-toaster]")?.dataset;
  expect([place?.yPosition, place?.xPosition]).toEqual(["top", "center"]);
  act(() => notify("User account created successfully."));
  act(() => notify("Another sentence."));
  await screen.findByText("Another sentence."); // by now a duplicate of the first sentence would be visible
  expect(screen.getAllByText("User account created successfully.")).toHaveLength(1);
  expect(NOTIFICATION_MS).toBe(3_000);
  await waitFor(() => expect(screen.queryByText("User account created successfully.")).not.toBeInTheDocument());
});

const NEVER = 600_000;
const undo = (forMs: number) => ({ label: "Undo", run: () => undefined, forMs });

test("under the pointer it stays, but not longer than its action is possible, and not once it is withdrawn", async () => {
  render(<Toasts />);
  act(() => notify("Approved", undo(1_000)));
  await userEvent.hover(await screen.findByText("Approved"));
  await waitFor(() => expect(screen.queryByText("Approved")).not.toBeInTheDocument());
  act(() => notify("Rejected", undo(NEVER)));
  await userEvent.hover(await screen.findByText("Rejected"));
  act(() => withdraw("Rejected"));
  await waitFor(() => expect(screen.queryByText("Rejected")).not.toBeInTheDocument());
});
