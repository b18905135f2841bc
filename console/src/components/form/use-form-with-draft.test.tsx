import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { z } from "zod";

import { useFormWithDraft, useFormWithValues } from "./use-form-with-draft";

const SCHEMA = z.object({ reason: z.string().min(1, "Say why") });
const BLANK = { reason: "" };

test("what the form finds wrong stays at its field when the form is rendered again", async () => {
  const { result, rerender } = renderHook(() => {
    const { methods } = useFormWithDraft({ draft: "test.reason", blank: BLANK, schema: SCHEMA });
    return { methods, error: methods.formState.errors.reason?.message };
  });
  await act(() => result.current.methods.handleSubmit(() => undefined)());
  rerender();
  expect(result.current.error).toBe("Say why");
});

test("what another tab typed fills the form and is not stored again: that tab may have typed more since", () => {
  const type = vi.fn();
  const { result, rerender } = renderHook(
    (values: { reason: string }) => useFormWithValues({ values, type, discard: () => undefined, schema: SCHEMA }),
    { initialProps: BLANK },
  );
  rerender({ reason: "Typed elsewhere" });
  expect(result.current.methods.getValues("reason")).toBe("Typed elsewhere");
  expect(type).not.toHaveBeenCalled();
  act(() => result.current.methods.setValue("reason", "Typed here"));
  expect(type).toHaveBeenCalledWith({ reason: "Typed here" });
});
