import { useEffect } from "react";

import { focusPage } from "@/lib/keep-focus";

/**
 * Where the element that has the focus is removed or switched off, and nothing else takes the focus: on the desk the
 * open item gets it; elsewhere the element itself, once it works again, or else its card, or else the page.
 */
export function useFocusRescue(): void {
  useEffect(() => {
    let last: Element | null = null;
    let card: HTMLElement | null = null; // of the last focus outside of dialogs
    let off: HTMLElement | null = null; // what had the focus when it was switched off
    const keep = ({ target }: FocusEvent) => {
      last = target as Element;
      off = null;
      if (!last.closest("[role=dialog], [role=alertdialog]")) card = last.closest("main section");
    };
    const isOnDesk = (one: Element) => one.closest(".desk") !== null;
    const isNowhere = () => document.activeElement === document.body;
    const isLost = () => last !== null && isNowhere() && (!last.isConnected || (last.matches(":disabled") && isOnDesk(last)));
    const rescue = () => {
      if (!card?.isConnected || isOnDesk(card)) {
        focusPage();
        return;
      }
      if (!card.hasAttribute("tabindex")) card.tabIndex = -1;
      card.focus({ preventScroll: true });
    };
    const watchOff = () => {
      if (last instanceof HTMLElement && last.matches(":disabled") && !isOnDesk(last)) off = last;
      if (!off?.isConnected) return;
      if (!isNowhere() && document.activeElement !== off) off = null;
      else if (!off.matches(":disabled")) off.focus({ preventScroll: true });
      else if (!off.hasAttribute("aria-busy")) rescue();
    };
    const observer = new MutationObserver(() => {
      watchOff();
      // dialogs give the focus back a moment after they have closed
      if (isLost()) setTimeout(() => isLost() && rescue(), 0);
    });
    document.addEventListener("focusin", keep);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "aria-busy"] });
    return () => {
      document.removeEventListener("focusin", keep);
      observer.disconnect();
    };
  }, []);
}
