import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { Key } from "./key";

/** Below the control, or beside it at its inline end. */
type Side = "below" | "beside";

const GAP = 6; // px between tooltip and control
const EDGE = 8; // px of free space along the edges of the window
const clamp = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most));

const SHOW_AFTER_MS = 400;

interface Props {
  /** Hidden from screen readers: the control has its own name and its own reason for being disabled. */
  label: string;
  /** The keyboard shortcut of the control. */
  keys?: string | undefined;
  side?: Side;
  children: ReactNode;
}

/** A short label beside a control. Written here because the library's tooltip adds 17 kB to the first screen. */
export function Tooltip({ label, keys, side = "below", children }: Props) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [shown, setShown, later] = useDelayed();
  // a control that appears under a resting pointer does not show its tooltip; after a press, it stays hidden until the
  // pointer returns
  const pointed = useRef<"not" | "resting" | "pressed">("not");
  return (
    <span
      ref={anchor}
      className="tip-anchor"
      role="presentation"
      onPointerMove={(event) => {
        if (event.pointerType !== "mouse" || pointed.current !== "not") return;
        pointed.current = "resting";
        later(true, SHOW_AFTER_MS);
      }}
      onPointerLeave={() => {
        pointed.current = "not";
        setShown(false);
      }}
      onPointerDown={() => {
        pointed.current = "pressed";
        setShown(false);
      }}
      onFocus={(event) => setShown(event.target.matches(":focus-visible"))}
      onBlur={() => setShown(false)}
      onKeyDown={(event) => event.key === "Escape" && setShown(false)}
    >
      {children}
      {shown && createPortal(<Tip beside={anchor} label={label} keys={keys} side={side} />, document.body)}
    </span>
  );
}

interface TipProps {
  beside: RefObject<HTMLSpanElement | null>;
  label: string;
  keys: string | undefined;
  side: Side;
}

function Tip({ beside, label, keys, side }: TipProps) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const control = beside.current?.firstElementChild;
    if (control && tip.current) place(tip.current, control.getBoundingClientRect(), side);
  }, [beside, side, label]);
  return (
    <div className="tooltip" ref={tip} aria-hidden>
      {label}
      {keys && <Key keys={keys} silent />}
    </div>
  );
}

/** A boolean that is set now or after a delay; a later call cancels an earlier one. */
function useDelayed(): [boolean, (on: boolean) => void, (on: boolean, ms: number) => void] {
  const [on, setOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (next: boolean, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOn(next), ms);
  };
  const now = (next: boolean) => {
    clearTimeout(timer.current);
    setOn(next);
  };
  return [on, now, later];
}

/** Places a fixed element beside a control: on the other side if there is no space, and always inside the window. */
function place(element: HTMLElement, control: DOMRect, side: Side): void {
  const { width, height } = element.getBoundingClientRect();
  const rtl = document.documentElement.dir === "rtl";
  const beside = side === "beside";

  const below = control.bottom + GAP;
  const above = control.top - GAP - height;
  const centred = control.left + (control.width - width) / 2;
  const end = rtl ? control.left - GAP - width : control.right + GAP;

  const top = beside ? control.top + (control.height - height) / 2 : below + height > innerHeight - EDGE ? above : below;
  const left = beside ? end : centred;
  element.style.top = `${clamp(top, innerHeight - height - EDGE)}px`;
  element.style.left = `${clamp(left, innerWidth - width - EDGE)}px`;
}
