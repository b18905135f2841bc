import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";

interface Offers<Of> {
  /** What was typed to ask for them, and where it begins; null where nothing asks. */
  asked: { from: number } | null;
  found: readonly Of[];
  choose: (one: Of) => void;
  /** Whether it says that nothing was found. */
  saysNone?: boolean;
}

/** What a text offers at its caret: the keys of its list, and the marked one. Escape closes the list alone. */
export function useOffers<Of>({ asked, found, choose, saysNone = false }: Offers<Of>) {
  const id = useId();
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [marked, setMarked] = useState(0);
  const isOpen = asked !== null && asked.from !== closedAt && (found.length > 0 || saysNone);
  const at = Math.min(marked, found.length - 1);
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const chosen = found[at];
    if (event.key === "ArrowDown") setMarked((at + 1) % Math.max(1, found.length));
    else if (event.key === "ArrowUp") setMarked((at - 1 + found.length) % Math.max(1, found.length));
    else if ((event.key === "Enter" || event.key === "Tab") && chosen) choose(chosen);
    else if (event.key === "Escape") setClosedAt(asked.from);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    id,
    isOpen,
    at,
    press,
    /** Something was typed. */
    reset: () => {
      setMarked(0);
      setClosedAt(null);
    },
    /** For the control that has the text. */
    control: {
      "aria-autocomplete": "list" as const,
      "aria-controls": isOpen ? id : undefined,
      "aria-activedescendant": isOpen && found.length > 0 ? `${id}-${at}` : undefined,
    },
  };
}

/** Moves the caret to a place of a text that is not in its field yet. */
export function useCaret(area: { readonly current: HTMLTextAreaElement | null }) {
  const pending = useRef<readonly [from: number, to: number] | null>(null);
  useLayoutEffect(() => {
    if (!pending.current) return;
    const [from, to] = pending.current;
    pending.current = null;
    area.current?.focus();
    area.current?.setSelectionRange(from, to);
  });
  return (from: number, to = from) => {
    pending.current = [from, to];
  };
}
