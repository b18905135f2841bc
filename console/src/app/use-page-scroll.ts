import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/** Events by which a person takes over the scrolling. */
const TAKEN_OVER = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * A new page begins at its top. Back and Forward restore the scroll position, also if the rows load later. A change of
 * the query string only (filters, sorting) does not scroll.
 */
export function usePageScroll(page: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const way = useNavigationType();
  const places = useRef(new Map<string, number>()); // scroll position by entry of the browser's history
  const shown = useRef({ key, pathname });

  useEffect(() => {
    const scroller = page.current;
    const keep = () => places.current.set(shown.current.key, scroller?.scrollTop ?? 0);
    scroller?.addEventListener("scroll", keep, { passive: true });
    return () => scroller?.removeEventListener("scroll", keep);
  }, [page]);

  useLayoutEffect(() => {
    const scroller = page.current;
    const before = shown.current;
    // the first page is at its top already; scrolling it would force a layout
    if (!scroller || before.key === key) return undefined;
    shown.current = { key, pathname };
    const place = way === NavigationType.Pop ? places.current.get(key) : undefined;
    if (place) return scrollOnceThere(scroller, place);
    if (before.pathname !== pathname) scroller.scrollTo(0, 0); // newer browsers return a promise here
    else places.current.set(key, scroller.scrollTop);
    return undefined;
  }, [key, pathname, way, page]);
}

/** Scrolls now, or once the page is long enough, unless the person scrolls or types first. */
function scrollOnceThere(scroller: HTMLElement, place: number): () => void {
  const end = () => {
    observer.disconnect();
    for (const name of TAKEN_OVER) window.removeEventListener(name, end, { capture: true });
  };
  const scroll = () => {
    scroller.scrollTo(0, place);
    if (scroller.scrollTop >= place - 1) end();
  };
  const observer = new MutationObserver(scroll);
  observer.observe(scroller, { childList: true, subtree: true });
  for (const name of TAKEN_OVER) window.addEventListener(name, end, { capture: true, passive: true });
  scroll();
  return end;
}
