import { useCallback } from "react";
import type { UseFormReturn } from "react-hook-form";

import type { FormValues } from "@/lib/drafts";

import type { FormField } from "./fields";

/** Fills other fields when a choice has texts for them. Text that a person wrote there stays. */
export function usePrefill(
  form: UseFormReturn<FormValues, unknown, Record<string, unknown>>,
  fields: readonly FormField[],
): (field: FormField, chosen: string) => void {
  return useCallback(
    (field, chosen) => {
      const brought = field.choices.find(({ key }) => key === chosen)?.prefill ?? {};
      for (const { name } of fields) {
        const offered = field.choices.flatMap(({ prefill }) => prefill[name] ?? []);
        if (offered.length === 0) continue;
        const now = form.getValues(name);
        if (now === "" || offered.includes(String(now))) form.setValue(name, brought[name] ?? "", { shouldDirty: true });
      }
    },
    [form, fields],
  );
}
