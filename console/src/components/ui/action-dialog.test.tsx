import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { ActionDialog } from "./action-dialog";
import { SILENT_MS } from "./no-answer";

test("a dialog whose call has no answer says so within five seconds, as long as that is so", () => {
  vi.useFakeTimers();
  const dialog = (busy: boolean) => (
    <ActionDialog words={{ title: "Create", action: "Create" }} busy={busy} onSubmit={() => undefined} onClose={() => undefined} />
  );
  const { rerender } = render(dialog(true));
  const said = () => screen.queryByText("The server has not answered yet. Keep this page open.");
  act(() => void vi.advanceTimersByTime(SILENT_MS - 1));
  expect(said()).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(said()).toBeVisible();
  expect(SILENT_MS).toBeLessThan(5_000);
  rerender(dialog(false));
  expect(said()).toBeNull();
});
