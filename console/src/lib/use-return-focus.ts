import { useEffect, useState } from "react";

/** When the component is unmounted with the focus inside, returns the focus to the element that had it before. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    },
    [before],
  );
}
