import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

import { Counted } from "./counted";

const NOW = Date.parse("2026-11-20T09:00:00Z");

beforeEach(() => vi.useFakeTimers({ now: NOW }));

test.each([
  [4, "Counted just now"],
  [13, "Counted 10 s ago"],
  [47, "Counted 45 s ago"],
  [150, "Counted 2 min ago"],
])("numbers counted %i seconds ago say so: %s", (seconds, sentence) => {
  render(<Counted at={NOW - seconds * 1_000} />);
  expect(screen.getByText(sentence)).toBeVisible();
});
