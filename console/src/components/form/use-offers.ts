import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";

interface Offers<Of> {
  /** The typed text that asks for suggestions, and where it begins; null if nothing asks. */
  asked: { from: number } | null;
  found: readonly Of[];
  choose: (one: Of) => void;
  /** Whether the list says that nothing was found. */
  saysNone?: boolean;
}

/** Suggestions at the caret of a text: the list's keys, and the highlighted one. Escape closes only the list. */
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
    /** Call when the text changes. */
    reset: () => {
      setMarked(0);
      setClosedAt(null);
    },
    /** Props of the text control. */
    control: {
      "aria-autocomplete": "list" as const,
      "aria-controls": isOpen ? id : undefined,
      "aria-activedescendant": isOpen && found.length > 0 ? `${id}-${at}` : undefined,
    },
  };
}

/** Moves the caret to a position in a text that the field does not show yet. */
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
