import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { Counted } from "./counted";

test.each([
  [4, "Counted just now"],
  [13, "Counted 10 s ago"],
  [47, "Counted 45 s ago"],
  [150, "Counted 2 min ago"],
])("numbers counted %i seconds ago say so: %s", (seconds, sentence) => {
  const now = Math.floor(Date.now() / 5_000) * 5_000; // what is shown changes every 5 s
  render(<Counted at={now - seconds * 1_000} />);
  expect(screen.getByText(sentence)).toBeVisible();
});
