import type { FormValues } from "@/lib/drafts";

import type { KeptForm } from "./use-kept-form";

/** Checks a form and sends it; never twice at once. */
export function useSend<Values extends FormValues, Checked>(
  { form }: Pick<KeptForm<Values, Checked>, "form">,
  onSubmit: (values: Checked) => unknown,
): () => void {
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    await onSubmit(values);
  });
  return () => {
    if (!isSubmitting) void submit();
  };
}
