import { type RefObject, useEffect, useRef } from "react";

/** When the editor closes and takes the focus away with it, the title of the item gets the focus. */
export function useFocusAfterEdit(isOpen: boolean, item: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // a person who has gone elsewhere on the page meanwhile stays there
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      item.current?.querySelector("h2")?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen, item]);
}
