import { useState } from "react";

/**
 * The focus of a dialog: on opening it goes to the dialog itself; on closing back to the element that opened it, unless
 * the focus has moved elsewhere: the close event arrives after the dialog is removed.
 */
export function useDialogFocus() {
  const [opener] = useState(whatOpened);
  return {
    // not the close button; a field with `autoFocus` has priority. Above another dialog, which has by now taken the
    // focus back from such a field, use `data-first`
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault();
      const dialog = event.currentTarget as HTMLElement;
      (dialog.querySelector<HTMLElement>("[data-first]") ?? dialog).focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement === document.body) opener?.focus();
    },
  };
}

/** The focused element; for an item of a menu, which disappears with its menu, the menu's button. */
function whatOpened(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null;
  const button = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return button ? document.getElementById(button) : active;
}
