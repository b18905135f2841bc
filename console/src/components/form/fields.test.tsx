import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { z } from "zod";

import { LineField, SelectField, TextField } from "./fields";
import { Form } from "./form";
import { useFormWithValues } from "./use-form-with-draft";

const BLANK = { name: "", kind: "short", ground: "", notes: "", until: "", dated: false };
const SCHEMA = z
  .object({
    name: z.string().trim().min(1, "Enter a name"),
    kind: z.enum(["short", "long"]),
    ground: z.string().min(1, "Choose a ground"),
    notes: z.string(),
    until: z.string(),
    dated: z.boolean(),
  })
  .refine(({ dated, until }) => !dated || until !== "", { path: ["until"], message: "Say until when" });

function Example() {
  const form = useFormWithValues({ values: BLANK, type: () => undefined, discard: () => undefined, schema: SCHEMA });
  form.methods.watch("dated");
  return (
    <Form of={form} className="form" onSubmit={() => undefined}>
      <LineField name="name" label="Name" />
      <SelectField name="kind" label="Kind">
        <option value="short">Short</option>
      </SelectField>
      <SelectField name="ground" label="Ground">
        <option value="">Choose</option>
      </SelectField>
      <TextField name="notes" label="Notes" />
      <LineField name="until" label="Until" />
      <input type="checkbox" aria-label="Dated" {...form.methods.register("dated")} />
    </Form>
  );
}

/** The labels of the required fields; checks that the visible mark and `aria-required` agree. */
function required(): string[] {
  const seen = screen.getAllByText("required").map((mark) => mark.previousElementSibling?.textContent);
  const controls = [...screen.getAllByRole("textbox"), ...screen.getAllByRole("combobox")].filter((control) => control.ariaRequired === "true");
  expect(new Set(controls.map((control) => (control as HTMLInputElement).labels?.[0]?.textContent))).toEqual(new Set(seen));
  return seen.map(String);
}

test("a field is marked as required when its form's schema refuses it empty, and as long as it does", async () => {
  render(<Example />);
  expect(required()).toEqual(["Name", "Ground"]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Dated" }));
  expect(required()).toEqual(["Name", "Ground", "Until"]);
  expect(screen.getByRole("textbox", { name: "Name" })).toBeRequired();
});
