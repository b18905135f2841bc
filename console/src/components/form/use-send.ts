import type { FormValues } from "@/lib/drafts";

import type { FormWithDraft } from "./use-form-with-draft";

/** Checks a form and sends it; never twice at once. `changed`: of the values those that somebody has changed. */
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
