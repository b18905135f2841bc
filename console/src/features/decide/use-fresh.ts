import { useEffect, useState } from "react";

import { downSince } from "@/lib/hotkeys";

/**
 * Whether an item has been on screen for less than this time: a key that was meant for the one before must not decide it.
 * `isFresh` also says so of a key that went down before the item was shown, however long it has been held.
 */
export function useFresh(ms: number): { fresh: boolean; isFresh: () => boolean } {
  const [shownAt] = useState(() => performance.now());
  const [fresh, setFresh] = useState(ms > 0);
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  const isFresh = () => ms > 0 && (performance.now() - shownAt < ms || downSince() <= shownAt);
  return { fresh, isFresh };
}
