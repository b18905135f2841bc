import { type ReactNode, useRef } from "react";

import { DraftLine } from "@/components/desk/draft-line";
import type { FormValues } from "@/lib/drafts";

import { FormRules } from "./form-rules";
import { useFocusOnFailure } from "./use-focus-on-failure";
import { useFormKeys } from "./use-form-keys";
import type { FormWithDraft } from "./use-form-with-draft";
import { useSend } from "./use-send";

interface Props<Values extends FormValues, Checked> {
  of: FormWithDraft<Values, Checked>;
  /** `changed`: of the values those that somebody has changed, for a call that leaves the others as they are. */
  onSubmit: (values: Checked, changed: Partial<Checked>) => unknown;
  /** Ctrl+Enter sends it from anywhere in its item, or on its page, also where no field has the focus: that is about this form alone. */
  ofPage?: boolean;
  /** Escape closes the form. Left out in a dialog, which closes by itself. */
  onClose?: () => void;
  id?: string;
  label?: string;
  className: string;
  children: ReactNode;
}

/**
 * Every form: sent by Enter or Ctrl+Enter from any field and never twice at once, its draft announced on top. After a
 * try that failed, the focus is in the form.
 */
export function Form<Values extends FormValues, Checked>({
  of,
  onSubmit,
  onClose,
  ofPage = false,
  id,
  label,
  className,
  children,
}: Props<Values, Checked>) {
  const { methods, refused, foundAt, discard } = of;
  const element = useRef<HTMLFormElement>(null);
  const { isSubmitting, submitCount } = methods.formState;
  const send = useSend(of, onSubmit);
  useFormKeys(element, { onSubmit: send, ofPage, ...(onClose && { onClose }) });
  useFocusOnFailure(() => element.current, { tries: submitCount, busy: isSubmitting, ...refused });
  return (
    <FormRules of={of}>
      <form
        ref={element}
        id={id}
        className={className}
        aria-label={label}
        aria-busy={isSubmitting}
        tabIndex={-1}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation(); // a dialog that a form opens is inside it for React, and sends itself alone
          send();
        }}
      >
        {foundAt !== null && (
          <div className="wide">
            <DraftLine at={foundAt} onDiscard={discard} />
          </div>
        )}
        {children}
      </form>
    </FormRules>
  );
}
