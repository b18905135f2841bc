import type { ReactNode } from "react";
import { FormProvider } from "react-hook-form";

import { KeptLine } from "@/components/desk/kept-line";
import { ActionDialog, type ActionWords, type DialogLook } from "@/components/ui/action-dialog";
import type { FormValues } from "@/lib/drafts";

import type { KeptForm } from "./use-kept-form";
import { useSend } from "./use-send";

interface Props<Values extends FormValues, Checked> {
  words: ActionWords;
  look?: DialogLook;
  kept: KeptForm<Values, Checked>;
  /** Why it was not done, where that belongs to no field. */
  refused?: ReactNode;
  /** Closes nothing by itself; the dialog is busy until its promise settles. */
  onSubmit: (values: Checked) => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: an `ActionDialog` whose fields belong to a kept form. */
export function FormDialog<Values extends FormValues, Checked>({ kept, onSubmit, children, ...dialog }: Props<Values, Checked>) {
  const { form, foundAt, discard } = kept;
  const send = useSend(kept, onSubmit);
  return (
    <FormProvider {...form}>
      <ActionDialog {...dialog} busy={form.formState.isSubmitting} onSubmit={send}>
        {foundAt !== null && (
          <div className="wide">
            <KeptLine at={foundAt} onDiscard={discard} />
          </div>
        )}
        {children}
      </ActionDialog>
    </FormProvider>
  );
}
