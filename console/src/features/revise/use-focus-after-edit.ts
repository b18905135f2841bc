import { type RefObject, useEffect, useRef } from "react";

/**
 * When the editor closes and had the focus, moves the focus to the item's title. Also scrolls the item to its top when
 * the editor opens or closes; only a narrow window, in which text and process scroll together, scrolls there.
 */
export function useFocusAfterEdit(isOpen: boolean, item: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current !== isOpen) item.current?.scrollTo(0, 0);
    // keep the focus of a person who has moved elsewhere on the page
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      item.current?.querySelector("h2")?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen, item]);
}
