import { useEffect } from "react";

import { focusPage } from "@/lib/keep-focus";

/** Where the element that has the focus is removed, or on the desk switched off, and nothing else takes the focus, the page gets it. */
export function useFocusRescue(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const keep = ({ target }: FocusEvent) => (last = target);
    const isOff = (one: Element) => !one.isConnected || (one.matches(":disabled") && one.closest(".desk") !== null);
    const isLost = () => last instanceof Element && document.activeElement === document.body && isOff(last);
    const observer = new MutationObserver(() => {
      // dialogs give the focus back a moment after they have closed
      if (isLost()) setTimeout(() => isLost() && focusPage(), 0);
    });
    document.addEventListener("focusin", keep);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", keep);
      observer.disconnect();
    };
  }, []);
}
