/** A dash in a cell that says nothing; where rows are blocks, only screen readers have it. */
export function Nothing() {
  return <span className="dim wide-only">–</span>;
}
