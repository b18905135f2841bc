const CLEAR_PX = 24; // the width of the fade at the ends of a row

/**
 * Scrolls the row of a link or tab until it is visible, without scrolling the page. Use it as the `ref` of the selected
 * one.
 */
export function intoSight(element: HTMLElement | null): void {
  const row = element?.parentElement;
  if (!row) return;
  const [from, to] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
  row.scrollLeft += Math.max(0, to.right - from.right + CLEAR_PX) + Math.min(0, to.left - from.left - CLEAR_PX);
}

/** Scrolls across until an element stands in the middle; the page stays where it is. */
export function intoMiddle(row: HTMLElement | null, element: Element | null | undefined): void {
  if (!row || !element) return;
  const [from, to] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
  row.scrollLeft += (to.left + to.right - from.left - from.right) / 2;
}
