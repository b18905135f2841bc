import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { Age } from "./age";

test("an age stays in one line", () => {
  render(<Age at="2026-11-20T08:00:00Z" />);
  expect(screen.getByRole("time")).toHaveClass("nowrap");
});
