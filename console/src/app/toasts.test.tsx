import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { NOTIFICATION_MS, notify } from "@/lib/notifications";

import { Toasts } from "./toasts";

test("the same sentence is not shown twice, stands at top centre, and goes after three seconds", async () => {
  render(<Toasts />);
  act(() => notify("User account created successfully."));
  act(() => notify("User account created successfully."));
  expect(await screen.findAllByText("User account created successfully.")).toHaveLength(1);
  const place = document.querySelector<HTMLElement>("[data-sonner-toaster]")?.dataset;
  expect([place?.yPosition, place?.xPosition]).toEqual(["top", "center"]);
  act(() => notify("User account created successfully."));
  expect(screen.getAllByText("User account created successfully.")).toHaveLength(1);
  expect(NOTIFICATION_MS).toBe(3_000);
  await waitFor(() => expect(screen.queryByText("User account created successfully.")).not.toBeInTheDocument());
});
