import type { FormValues } from "@/lib/drafts";

import type { FormWithDraft } from "./use-form-with-draft";

/** Checks a form and sends it; never twice at once. */
export function useSend<Values extends FormValues, Checked>(
  { methods }: Pick<FormWithDraft<Values, Checked>, "methods">,
  onSubmit: (values: Checked) => unknown,
): () => void {
  const { isSubmitting } = methods.formState;
  const submit = methods.handleSubmit(async (values) => {
    await onSubmit(values);
  });
  return () => {
    if (!isSubmitting) void submit();
  };
}
