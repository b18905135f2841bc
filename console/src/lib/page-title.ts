import { useEffect, useSyncExternalStore } from "react";

const PRODUCT = "Docket";
let title = "";
let pending = 0;
const listeners = new Set<() => void>();

function write(): void {
  const name = title ? `${title} · ${PRODUCT}` : PRODUCT;
  document.title = pending > 0 ? `(${pending}) ${name}` : name;
}

/** Sets the title of the browser's tab. */
export function usePageTitle(next: string): void {
  useEffect(() => {
    title = next;
    write();
    listeners.forEach((listener) => listener());
  }, [next]);
}

/** The name of the current page. */
export function useCurrentTitle(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => title,
  );
}

/** Shows the number of pending reviews before the title, unless it is 0. */
export function usePendingInTitle(count: number): void {
  useEffect(() => {
    pending = count;
    write();
    return () => {
      pending = 0;
      write();
    };
  }, [count]);
}
