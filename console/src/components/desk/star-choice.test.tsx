import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";

import { StarChoice } from "./star-choice";

const sent: string[] = [];

function Stars({ error }: { error?: string }) {
  const [value, setValue] = useState("2");
  const change = (next: string) => {
    sent.push(next);
    setValue(next);
  };
  return <StarChoice label="Stars" required={false} value={value} onChange={change} error={error} />;
}

test("stars are one stop of Tab, chosen by the arrow keys or a press, or left out", async () => {
  sent.length = 0;
  const user = userEvent.setup();
  render(<Stars />);
  const group = screen.getByRole("group", { name: "Stars" });
  expect(screen.getAllByRole("radio").map((star) => (star as HTMLInputElement).value)).toEqual(["1", "2", "3", "4", "5", ""]);
  await user.tab();
  expect(screen.getByRole("radio", { name: "2 out of 5 stars" })).toHaveFocus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(screen.getByRole("radio", { name: "4 out of 5 stars" })).toBeChecked();
  expect(group.querySelectorAll("svg.on")).toHaveLength(4);
  await user.click(screen.getByRole("radio", { name: "No stars" }));
  await user.tab();
  expect(group).not.toContainElement(document.activeElement as HTMLElement);
  expect(sent).toEqual(["3", "4", ""]);
});

test("what is wrong with them is said of each", () => {
  render(<Stars error="At most 5" />);
  expect(screen.getByRole("radio", { name: "1 out of 5 stars" })).toHaveAccessibleDescription("At most 5");
});
