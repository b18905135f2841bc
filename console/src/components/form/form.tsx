import { type ReactNode, useRef } from "react";
import { FormProvider } from "react-hook-form";

import { KeptLine } from "@/components/desk/kept-line";
import type { FormValues } from "@/lib/drafts";

import { useFormKeys } from "./use-form-keys";
import type { KeptForm } from "./use-kept-form";
import { useSend } from "./use-send";

interface Props<Values extends FormValues, Checked> {
  kept: KeptForm<Values, Checked>;
  onSubmit: (values: Checked) => unknown;
  /** Escape closes the form. Left out in a dialog, which closes by itself. */
  onClose?: () => void;
  id?: string;
  label?: string;
  className: string;
  children: ReactNode;
}

/** Every form: sent by Enter or Ctrl+Enter from any field and never twice at once, its kept text announced on top. */
export function Form<Values extends FormValues, Checked>({
  kept,
  onSubmit,
  onClose,
  id,
  label,
  className,
  children,
}: Props<Values, Checked>) {
  const element = useRef<HTMLFormElement>(null);
  const { form, foundAt, discard } = kept;
  const send = useSend(kept, onSubmit);
  useFormKeys(element, { onSubmit: send, ...(onClose && { onClose }) });
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        id={id}
        className={className}
        aria-label={label}
        aria-busy={form.formState.isSubmitting}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {foundAt !== null && (
          <div className="wide">
            <KeptLine at={foundAt} onDiscard={discard} />
          </div>
        )}
        {children}
      </form>
    </FormProvider>
  );
}
