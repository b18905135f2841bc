import { useEffect } from "react";

import { focusPage } from "@/lib/keep-focus";

/**
 * Moves the focus if its element was removed or disabled and nothing else took it: on the desk to the open item;
 * elsewhere to the element once it is enabled again, else to its card, else to the page.
 */
export function useFocusRescue(): void {
  useEffect(() => {
    let last: Element | null = null;
    let card: HTMLElement | null = null; // contains the last focus outside dialogs
    let off: HTMLElement | null = null; // had the focus when it was disabled
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
      // a dialog returns the focus shortly after it has closed
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
