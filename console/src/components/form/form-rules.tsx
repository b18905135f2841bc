import { createContext, type ReactNode, use } from "react";
import { FormProvider } from "react-hook-form";

import { AlertContext } from "@/components/ui/field-error";
import type { FormValues } from "@/lib/drafts";

import type { FormWithDraft } from "./use-form-with-draft";

const RequiredContext = createContext<(name: string) => boolean>(() => false);

/** Whether the form's schema refuses an empty value in this field. */
export const useIsRequired = (name: string): boolean => use(RequiredContext)(name);

interface Props<Values extends FormValues, Checked> {
  of: FormWithDraft<Values, Checked>;
  children: ReactNode;
}

/** Gives the fields their form and the rules of its schema. */
export function FormRules<Values extends FormValues, Checked>({ of: { methods, isRequired, alert }, children }: Props<Values, Checked>) {
  return (
    <FormProvider {...methods}>
      <RequiredContext value={isRequired}>
        <AlertContext value={alert}>{children}</AlertContext>
      </RequiredContext>
    </FormProvider>
  );
}
