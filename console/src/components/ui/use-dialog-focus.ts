import { useState } from "react";

/**
 * Where the focus goes with a dialog: on opening to the dialog itself, on closing back to what opened it,
 * unless the focus was moved elsewhere meanwhile: the close event arrives after the dialog is removed.
 */
export function useDialogFocus() {
  const [opener] = useState(whatOpened);
  return {
    // not its close button; a field with `autoFocus` inside goes before both. Over another dialog, which has taken the
    // focus back from that field by now, `data-first` names it
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

/** The element with the focus; for a menu's item, which goes away with its menu, the menu's button. */
function whatOpened(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null;
  const button = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return button ? document.getElementById(button) : active;
}
