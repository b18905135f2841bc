import { type RefObject, useEffect } from "react";

/**
 * Where the element that has the focus is removed, and nothing else takes the focus, the page gets it. Without any, the
 * next Tab would begin above the menu.
 */
export function useFocusRescue(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const keep = ({ target }: FocusEvent) => (last = target);
    const isLost = () => last instanceof Element && !last.isConnected && document.activeElement === document.body;
    const observer = new MutationObserver(() => {
      // dialogs give the focus back a moment after they have closed
      if (isLost()) setTimeout(() => isLost() && page.current?.focus({ preventScroll: true }), 0);
    });
    document.addEventListener("focusin", keep);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", keep);
      observer.disconnect();
    };
  }, [page]);
}
