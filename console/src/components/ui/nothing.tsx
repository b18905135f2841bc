import { formatNumber } from "@/lib/dates";

/** A dash in a cell that says nothing; where rows are blocks, only screen readers have it. */
export function Nothing() {
  return <span className="dim wide-only">–</span>;
}

/** A number of things; that there are none is a quiet 0. */
export function Count({ of }: { of: number }) {
  return of > 0 ? formatNumber(of) : <span className="dim">0</span>;
}
