/** Focuses a region if the focus is inside it. Call it before the focused element is removed, or the focus is lost. */
export function keepFocus(region: HTMLElement | null | undefined): void {
  if (region?.contains(document.activeElement)) region.focus({ preventScroll: true });
}

/**
 * If nothing has the focus, or an element that matches `from` has it, focuses the open item, or the page if no item is
 * visible. Otherwise the next Tab would start above the menu.
 */
export function focusPage(from = "body"): void {
  if (!document.activeElement?.matches(from)) return;
  // the last one that accepts the focus keeps it
  for (const part of document.querySelectorAll<HTMLElement>("main, main article.item")) part.focus({ preventScroll: true });
}
