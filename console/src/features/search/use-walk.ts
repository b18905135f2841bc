import { type RefObject, useEffect, useState } from "react";

import { useLatest } from "@/lib/use-latest";

/**
 * Walks a list of options by the arrows while the focus stays in the field; Enter chooses the marked one. With none
 * marked, Enter is the form's. Gives the place of the marked option, -1 for none, and the way to mark none.
 */
export function useWalk(field: RefObject<HTMLInputElement | null>, ids: readonly string[], choose: (at: number) => void): number {
  const list = ids.join(" ");
  const [marked, setMarked] = useState({ at: -1, list });
  const at = marked.list === list ? marked.at : -1;
  const latest = useLatest({ at, list, count: ids.length, choose });

  useEffect(() => {
    const input = field.current;
    const hear = (event: KeyboardEvent) => {
      const now = latest();
      if (event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && now.count > 0) {
        // one more place than options: none is marked
        const next = ((now.at + 1 + step + now.count + 1) % (now.count + 1)) - 1;
        setMarked({ at: next, list: now.list });
      } else if (event.key === "Enter" && now.at >= 0) now.choose(now.at);
      else return;
      event.preventDefault();
    };
    input?.addEventListener("keydown", hear);
    return () => input?.removeEventListener("keydown", hear);
  }, [field, latest]);

  const id = ids[at];
  useEffect(() => {
    const input = field.current;
    if (id === undefined) return;
    input?.setAttribute("aria-activedescendant", id);
    document.getElementById(id)?.scrollIntoView({ block: "nearest" });
    return () => input?.removeAttribute("aria-activedescendant");
  }, [field, id]);
  return at;
}
