import type { FormValues } from "@/lib/drafts";

import type { FormWithDraft } from "./use-form-with-draft";

/** Validates and submits a form, never twice at once. `changed`: only the values that the person changed. */
export function useSend<Values extends FormValues, Checked>(
  { methods, changed }: Pick<FormWithDraft<Values, Checked>, "methods" | "changed">,
  onSubmit: (values: Checked, changed: Partial<Checked>) => unknown,
): () => void {
  const { isSubmitting } = methods.formState;
  const submit = methods.handleSubmit(async (values) => {
    await onSubmit(values, changed(values));
  });
  return () => {
    if (!isSubmitting) void submit();
  };
}
