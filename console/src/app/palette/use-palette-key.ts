import { useEffect } from "react";

import { useLatest } from "@/lib/use-latest";

const ANOTHER_DIALOG = "[role=dialog]:not([data-palette]), [role=alertdialog]";

/** Ctrl+K or Cmd+K opens and closes the palette, also in text fields, but not over a dialog. */
export function usePaletteKey(toggle: () => void): void {
  const latest = useLatest(toggle);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault(); // the browser would focus its own search field
      if (!event.repeat && document.querySelector(ANOTHER_DIALOG) === null) latest()();
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, [latest]);
}
