/** Focuses a region if the focus is inside it. Call it before the focused element is removed, or the focus is lost. */
export function keepFocus(region: HTMLElement | null | undefined): void {
  if (region?.contains(document.activeElement)) region.focus({ preventScroll: true });
}
