import { useState } from "react";

const KEY = "sidebar";

/** Whether the sidebar is the narrow rail; stored in this browser. */
export function useCompact(): [boolean, () => void] {
  const [compact, setCompact] = useState(() => localStorage.getItem(KEY) === "compact");
  const toggle = () => {
    localStorage.setItem(KEY, compact ? "open" : "compact");
    setCompact(!compact);
  };
  return [compact, toggle];
}
