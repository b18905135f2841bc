import { useState } from "react";

export const COLUMNS = [
  "received",
  "company",
  "rating",
  "author",
  "source",
  "status",
  "external",
  "flagged",
  "posted",
  "moved",
] as const;
export type Column = (typeof COLUMNS)[number];

const KEY = "classic-columns";
const AT_FIRST: readonly Column[] = ["received", "company", "rating", "author", "source", "status"];

/** The columns that this browser shows beside the review itself. */
export function useColumns(): [readonly Column[], (column: Column) => void] {
  const [shown, setShown] = useState(kept);
  const toggle = (column: Column) => {
    const next = COLUMNS.filter((one) => (one === column) !== shown.includes(one));
    setShown(next);
    localStorage.setItem(KEY, next.join(" "));
  };
  return [shown, toggle];
}

function kept(): readonly Column[] {
  const text = localStorage.getItem(KEY);
  return text === null ? AT_FIRST : COLUMNS.filter((column) => text.split(" ").includes(column));
}
