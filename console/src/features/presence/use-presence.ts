import { useEffect, useState } from "react";

import { answer, api } from "@/api/client";
import { isOverloaded } from "@/api/error";
import { BACKGROUND } from "@/api/queries";
import type { Person } from "@/api/types";
import { accessToken } from "@/lib/access-token";

const TELL_MS = 10_000; // product.md, The API: sent every 10 s
const SETTLE_MS = 800; // shorter visits do not count as viewing

const NOBODY: readonly Person[] = [];

/** What a person can have open: an item in its queue, or a review's whole story. */
type Kind = "task" | "review";

/**
 * Reports that this person has the item open while it is on screen; returns the other viewers. Does not claim the item.
 * Not a command, because it is repeated every ten seconds.
 */
export function usePresence(kind: Kind, number: number, open: boolean): readonly Person[] {
  const [others, setOthers] = useState<readonly Person[]>(NOBODY);

  useEffect(() => {
    if (!open) return;
    const params = { path: { kind, number } };
    let told = false;
    let left = false;
    const tell = () => {
      if (document.hidden) return;
      told = true;
      // without an answer, the other viewers are unknown until the next report
      answer(api.PUT("/api/presence/{kind}/{number}", { params, headers: BACKGROUND }))
        .then((people) => !left && setOthers(people))
        .catch((error: unknown) => !left && !isOverloaded(error) && setOthers(NOBODY));
    };
    const first = setTimeout(tell, SETTLE_MS);
    const again = setInterval(tell, TELL_MS);
    return () => {
      left = true;
      clearTimeout(first);
      clearInterval(again);
      if (told && accessToken.get()) void api.DELETE("/api/presence/{kind}/{number}", { params }).catch(() => undefined);
      setOthers(NOBODY);
    };
  }, [kind, number, open]);

  return others;
}
