/** Takes the focus to a region when it is inside, before what has it disappears: it never falls out of the page. */
export function keepFocus(region: HTMLElement | null | undefined): void {
  if (region?.contains(document.activeElement)) region.focus({ preventScroll: true });
}
