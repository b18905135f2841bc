import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";

import { DateInput } from "./date-input";

function open(first = "", onUnreadable?: (text: string) => void) {
  const chosen: string[] = [];
  function Held() {
    const [value, setValue] = useState(first);
    const take = (day: string) => {
      chosen.push(day);
      setValue(day);
    };
    return <DateInput aria-label="From" value={value} onChange={take} {...(onUnreadable && { onUnreadable })} />;
  }
  render(<Held />);
  return { user: userEvent.setup(), chosen, field: screen.getByRole("textbox", { name: "From" }) };
}

test("a day is typed in British order and chosen once, when it is whole or the field is left", async () => {
  const { user, chosen, field } = open();
  await user.type(field, "26/11/2025");
  expect(chosen).toEqual(["2025-11-26"]);
  await user.clear(field);
  await user.type(field, "1 dec 25");
  expect(chosen).toEqual(["2025-11-26", ""]);
  await user.tab();
  expect(chosen.at(-1)).toBe("2025-12-01");
  expect(field).toHaveValue("01/12/2025");
});

test("what is no day stays as it was typed, changes nothing, and the field says why", async () => {
  const { user, chosen, field } = open("2025-11-26");
  await user.clear(field);
  chosen.length = 0;
  await user.type(field, "31/02/2026{Enter}");
  expect([chosen, field.getAttribute("aria-invalid")]).toEqual([[], "true"]);
  expect(screen.getByRole("alert")).toHaveTextContent("Write a day as 26/11/2026.");
  expect(field).toHaveValue("31/02/2026");
});

test("a form is given the text that is no day, and says so itself", async () => {
  const said = vi.fn<(text: string) => void>();
  const { user, field } = open("", said);
  await user.type(field, "soon{Enter}");
  expect(said).toHaveBeenLastCalledWith("soon");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("the calendar is the browser's", async () => {
  const show = vi.fn<() => void>();
  HTMLInputElement.prototype.showPicker = show;
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Open the calendar" }));
  expect(show).toHaveBeenCalledOnce();
});
