import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/** What people do when they no longer wait for the former place. */
const TAKEN_OVER = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Another page begins at its top. Back and Forward lead to the place where the page was left, also where its rows come
 * later. What only changes the address's search part (filters, sorting) leaves the page where it is.
 */
export function usePageScroll(page: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const way = useNavigationType();
  const places = useRef(new Map<string, number>()); // how far each entry of the browser's history is scrolled
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
    if (!scroller || before.key === key) return undefined; // the first page begins there, and to scroll it would cost a layout
    shown.current = { key, pathname };
    const place = way === NavigationType.Pop ? places.current.get(key) : undefined;
    if (place) return scrollOnceThere(scroller, place);
    if (before.pathname !== pathname) scroller.scrollTo(0, 0); // answers with a promise in newer browsers
    else places.current.set(key, scroller.scrollTop);
    return undefined;
  }, [key, pathname, way, page]);
}

/** Scrolls now, or as soon as enough of the page is there, unless the person does something before. */
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
