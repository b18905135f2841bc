/** Focuses a region if the focus is inside it. Call it before the focused element is removed, or the focus is lost. */
export function keepFocus(region: HTMLElement | null | undefined): void {
  if (region?.contains(document.activeElement)) region.focus({ preventScroll: true });
}

/**
 * Where nothing has the focus, or what matches `from` has it, the open item gets it; where none is in sight, the page.
 * Without any, the next Tab would begin above the menu.
 */
export function focusPage(from = "body"): void {
  if (!document.activeElement?.matches(from)) return;
  for (const part of document.querySelectorAll<HTMLElement>("main, main article.item")) part.focus({ preventScroll: true }); // the last that can
}
