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
  /** `changed`: only the values that the person changed, for a call that leaves the others as they are. */
  onSubmit: (values: Checked, changed: Partial<Checked>) => unknown;
  /**
   * Ctrl+Enter submits the form from anywhere in its item or page, even with no field focused: the page is about this
   * form alone.
   */
  ofPage?: boolean;
  /** Called on Escape. Left out in a dialog, which closes by itself. */
  onClose?: () => void;
  id?: string;
  label?: string;
  className: string;
  children: ReactNode;
}

/**
 * The shell of every form: submitted by Enter or Ctrl+Enter from any field, never twice at once; says above the fields
 * if a draft was restored. After a failed attempt the focus is in the form.
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
          // React bubbles the event of a dialog that the form opens to the form itself: only the dialog is submitted
          event.stopPropagation();
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
