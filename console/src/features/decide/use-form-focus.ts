import { useEffect } from "react";

import { keepTextInSight } from "./keep-text-in-sight";

/** Takes the focus to the first empty field of a form that was opened just now; to its `first` field, where that is asked. */
export function useFormFocus(id: string, wanted: boolean, first = false): void {
  useEffect(() => {
    if (!wanted) return;
    const form = document.getElementById(id);
    const controls = [...(form?.querySelectorAll<HTMLInputElement>("input, select, textarea") ?? [])];
    (controls.find((control) => first || control.value === "") ?? controls.at(-1))?.focus({ preventScroll: true });
    form?.scrollIntoView({ block: "nearest" });
    if (form) keepTextInSight(form);
  }, [id, wanted, first]);
}
