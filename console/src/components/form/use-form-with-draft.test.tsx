import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { z } from "zod";

import { useFormWithDraft } from "./use-form-with-draft";

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
