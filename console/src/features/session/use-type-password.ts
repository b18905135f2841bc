import { type RefObject, useEffect } from "react";

/**
 * Whatever has the focus when the dialog appears, for example another dialog below it: letters go into the password,
 * and not to the page or into nothing. Other fields and buttons of the dialog keep theirs.
 */
export function useTypePassword(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      const dialog = form.current?.closest("[role=dialog]");
      const focused = document.activeElement;
      if (!dialog || (dialog.contains(focused) && focused?.matches("input, button"))) return;
      event.stopImmediatePropagation(); // it is no shortcut of the page
      form.current?.querySelector<HTMLInputElement>("[name=password]")?.focus();
    };
    window.addEventListener("keydown", hear, true);
    return () => window.removeEventListener("keydown", hear, true);
  }, [form]);
}
