import { useEffect } from "react";

const PRODUCT = "Docket";
let title = "";
let pending = 0;

function write(): void {
  const name = title ? `${title} · ${PRODUCT}` : PRODUCT;
  document.title = pending > 0 ? `(${pending}) ${name}` : name;
}

/** Names the page in the browser's tab. */
export function usePageTitle(next: string): void {
  useEffect(() => {
    title = next;
    write();
  }, [next]);
}

/** Puts the number of pending reviews before the name; 0 takes it away. */
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
