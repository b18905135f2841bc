/** Simulates a page that is being printed. */
export const setOnPaper = (): void => setViewport(1440, true);

/** Simulates a window of this width for media queries. */
export function setViewport(width: number, onPaper = false): void {
  window.matchMedia = (query) => {
    const least = /min-width: (\d+)px/.exec(query)?.[1];
    const most = /max-width: (\d+)px/.exec(query)?.[1];
    const isWithin = (least !== undefined || most !== undefined) && width >= Number(least ?? 0) && width <= Number(most ?? Infinity);
    return Object.assign(new EventTarget(), {
      matches: query === "print" ? onPaper : isWithin,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  };
}

/** Hides or shows the tab, like switching tabs. */
export function setTabHidden(hidden: boolean): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (hidden ? "hidden" : "visible") });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}
