import { useEffect } from "react";

/** While a dialog is loading, drops typed keys, so that they do not trigger shortcuts. */
export function HoldKeys() {
  useEffect(() => {
    const hold = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener("keydown", hold, true);
    return () => window.removeEventListener("keydown", hold, true);
  }, []);
  return null;
}
