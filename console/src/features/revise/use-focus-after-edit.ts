import { type RefObject, useEffect, useRef } from "react";

/**
 * When the editor closes and takes the focus away with it, the title of the item gets the focus. Where text and process
 * scroll as one (a narrow window), the editor and what comes after it begin at their top.
 */
export function useFocusAfterEdit(isOpen: boolean, item: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current !== isOpen) item.current?.scrollTo(0, 0);
    // a person who has gone elsewhere on the page meanwhile stays there
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      item.current?.querySelector("h2")?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen, item]);
}
