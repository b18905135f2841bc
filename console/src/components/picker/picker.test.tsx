import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { describe, expect, test, vi } from "vitest";

import { Picker, type PickerOption } from "./picker";

type Option = PickerOption<number> & { content: string };

const OPTIONS: Option[] = [
  { id: 1, content: "Quayle Street Dental", group: "Favourites" },
  { id: 2, content: "Ashgrove Electrical", group: "Favourites" },
  { id: 3, content: "Kestrel Driving School", disabled: true },
  { id: 4, content: "Kestrel Optics" },
];

type Shown = Partial<ComponentProps<typeof Picker<number>>>;

function Company(rest: Shown) {
  const [text, setText] = useState("");
  const narrowed = OPTIONS.filter(({ content }) => content.toLowerCase().includes(text.toLowerCase()));
  return (
    <Picker
      texts={{ label: "Company", placeholder: "Type a name", nothing: "No company has this name." }}
      search={{ text, onType: setText }}
      options={narrowed}
      chosen={4}
      onChoose={() => undefined}
      {...rest}
    />
  );
}

const show = (props: Shown = {}) => {
  const onChoose = vi.fn();
  render(<Company onChoose={onChoose} {...props} />);
  return { onChoose, user: userEvent.setup(), field: screen.getByRole("combobox", { name: "Company" }) };
};

const marked = (field: HTMLElement) => document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent;

describe("the picker", () => {
  test("is narrowed by typing and picks by Enter", async () => {
    const { user, field, onChoose } = show();
    expect(field).toHaveFocus();
    await user.keyboard("ash{Enter}");
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(2);
    expect(field).toHaveValue("ash");
  });

  test.each([
    { keys: ["ArrowDown"], leadsTo: 2 },
    { keys: ["End"], leadsTo: 4 },
    { keys: ["End", "Home"], leadsTo: 1 },
  ])("is about the option that $keys led to, however quickly the next key follows", async ({ keys, leadsTo }) => {
    const onMark = vi.fn();
    const { field } = show({ marking: { hint: "Shift and Enter mark.", onMark } });
    // like a browser: immediate work runs between two keys, deferred work does not
    for (const init of [...keys.map((key) => ({ key })), { key: "Enter", shiftKey: true }]) {
      field.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true }));
      await Promise.resolve();
    }
    expect(onMark).toHaveBeenCalledExactlyOnceWith(leadsTo);
  });

  test("moves by arrows over what cannot be picked, and names the option to screen readers", async () => {
    const { user, field, onChoose } = show();
    expect(marked(field)).toBe("Quayle Street Dental");
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(marked(field)).toBe("Kestrel Optics");
    await user.keyboard("{Enter}");
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(4);
    expect(screen.getByRole("option", { name: "Kestrel Optics" })).toHaveAttribute("aria-selected", "true");
  });

  test("picks nobody else by Enter where the first that was found cannot be picked", async () => {
    const { user, onChoose } = show();
    await user.keyboard("kestrel{Enter}");
    expect(onChoose).not.toHaveBeenCalled();
    expect(screen.getByRole("option", { name: "Kestrel Driving School" })).toHaveAttribute("aria-disabled", "true");
  });

  test("picks by the pointer, but not what is disabled", async () => {
    const { user, onChoose } = show();
    await user.click(screen.getByRole("option", { name: "Kestrel Driving School" }));
    expect(onChoose).not.toHaveBeenCalled();
    await user.click(screen.getByRole("option", { name: "Ashgrove Electrical" }));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(2);
  });

  test("changes nothing by Escape, and nothing by leaving the field", async () => {
    const { user, field, onChoose } = show();
    await user.keyboard("ash{Escape}");
    await user.tab();
    await user.click(document.body);
    expect(onChoose).not.toHaveBeenCalled();
    expect(field).toHaveValue("ash");
    expect(screen.getByRole("option", { name: "Ashgrove Electrical" })).toBeVisible();
  });

  test("names its groups, says when nothing is found, when options are on their way, and what is wrong", async () => {
    const { user, field } = show();
    expect(screen.getByRole("group", { name: "Favourites" })).toHaveTextContent("Ashgrove Electrical");
    await user.keyboard("zzz");
    expect(screen.getByRole("status")).toHaveTextContent("No company has this name.");
    expect(field).toHaveAttribute("aria-controls", screen.getByRole("listbox", { name: "Company" }).id);
  });

  test("says that options are on their way, or what is wrong with them", () => {
    const { rerender } = render(<Company options={undefined} />);
    expect(screen.getByRole("status")).toHaveTextContent("Loading");
    rerender(<Company error="Choose a company." />);
    expect(screen.getByRole("combobox")).toHaveAccessibleDescription("Choose a company.");
  });
});
