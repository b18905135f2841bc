import { formatNumber } from "@/lib/dates";

/** A dash for an empty cell; in the narrow form only screen readers get it. */
export function Nothing() {
  return <span className="dim wide-only">–</span>;
}

/** A count; 0 is dimmed. */
export function Count({ of }: { of: number }) {
  return of > 0 ? formatNumber(of) : <span className="dim">0</span>;
}
