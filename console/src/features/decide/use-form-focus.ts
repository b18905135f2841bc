import { useEffect } from "react";

import { keepTextInSight } from "./keep-text-in-sight";

/** Takes the focus to the first empty field of a form each time that it is opened; to its `first` field, where that is asked. */
export function useFormFocus(id: string, opened: number, first = false): void {
  useEffect(() => {
    if (opened === 0) return;
    const form = document.getElementById(id);
    const controls = [...(form?.querySelectorAll<HTMLInputElement>("input:not([hidden]), select, textarea") ?? [])];
    (controls.find((control) => first || control.value === "") ?? controls.at(-1))?.focus({ preventScroll: true });
    form?.scrollIntoView({ block: "nearest" });
    if (form) keepTextInSight(form);
  }, [id, opened, first]);
}
