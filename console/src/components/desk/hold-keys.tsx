import { useEffect } from "react";

/** While a dialog is on its way, what is typed for it must not be taken for keys of the desk: it is dropped. */
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
