import { type ReactNode, useRef } from "react";

import { DraftLine } from "@/components/desk/draft-line";
import { ActionDialog, type ActionWords, type DialogLook } from "@/components/ui/action-dialog";
import { UnsavedContext } from "@/components/ui/dialog";
import type { FormValues } from "@/lib/drafts";

import { FormRules } from "./form-rules";
import { useFocusOnFailure } from "./use-focus-on-failure";
import type { FormWithDraft, Refused } from "./use-form-with-draft";
import { useSend } from "./use-send";

interface Props<Values extends FormValues, Checked> {
  words: ActionWords;
  look?: DialogLook;
  of: FormWithDraft<Values, Checked>;
  /** Why the form was refused, if that belongs to no field. */
  refused?: ReactNode;
  /** A further button, before Cancel, and whether it is in flight. */
  beside?: { button: ReactNode; busy: boolean };
  /** Does not close the dialog; the dialog is busy until the promise settles. `changed`: as for `Form`. */
  onSubmit: (values: Checked, changed: Partial<Checked>) => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: an `ActionDialog` with the fields and the draft of a form. */
export function FormDialog<Values extends FormValues, Checked>({ of, beside, onSubmit, children, ...dialog }: Props<Values, Checked>) {
  const { methods, foundAt, discard } = of;
  const send = useSend(of, onSubmit);
  return (
    <FormRules of={of}>
      <UnsavedContext value={of.isUnsaved}>
        <ActionDialog
          {...dialog}
          buttons={beside?.button}
          busy={beside?.busy === true || methods.formState.isSubmitting}
          onSubmit={send}
        >
          {foundAt !== null && (
            <div className="wide">
              <DraftLine at={foundAt} onDiscard={discard} />
            </div>
          )}
          {children}
          <FocusOnRefusal busy={methods.formState.isSubmitting} refused={of.refused} />
        </ActionDialog>
      </UnsavedContext>
    </FormRules>
  );
}

/**
 * Focuses the first field that the server's refusal names. Inside the form, because the dialog holds the form's
 * element.
 */
function FocusOnRefusal({ busy, refused }: { busy: boolean; refused: Refused }) {
  const place = useRef<HTMLSpanElement>(null);
  useFocusOnFailure(() => place.current?.closest("form"), { tries: 0, busy, ...refused });
  return <span ref={place} hidden />;
}
