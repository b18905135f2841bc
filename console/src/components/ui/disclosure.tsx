import { ChevronDown, type LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";

import { buttonClass } from "./button";
import { Icon } from "./icon";

interface Props {
  label: string;
  /** Shown instead of the label. */
  icon?: LucideIcon;
  /** Shown on hover, if the label is not enough. */
  hint?: string;
  /** Something in the panel is chosen. */
  on?: boolean;
  /** Looks like a button instead of a chip. */
  quiet?: boolean;
  className?: string;
  /** A function is called only while the panel is open. */
  children: ReactNode | (() => ReactNode);
}

const MARGIN_PX = 8; // between a panel and the edge of the window

/** Moves a panel back into the window if it overflows the inline end. */
function keepWithin(panel: HTMLElement): void {
  panel.style.marginInlineStart = "";
  const { left, right } = panel.getBoundingClientRect();
  const over = getComputedStyle(panel).direction === "rtl" ? -left : right - document.documentElement.clientWidth;
  if (over > -MARGIN_PX) panel.style.marginInlineStart = `${-over - MARGIN_PX}px`;
}

/** A chip or an icon that opens a small panel below it; Escape, a click outside and tabbing out close it. */
export function Disclosure({ label, icon, hint, on = false, quiet = false, className = "", children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const element = details.current;
    if (!open || !element) return;
    if (panel.current) keepWithin(panel.current);
    panel.current?.scrollIntoView({ block: "nearest" }); // the chip may be at the end of the visible page
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element.contains(target)) setOpen(false);
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) setOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      setOpen(false);
      element.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", press);
    element.addEventListener("focusout", leave);
    element.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", press);
      element.removeEventListener("focusout", leave);
      element.removeEventListener("keydown", escape);
    };
  }, [open]);
  return (
    <details
      ref={details}
      className={`disclosure ${className}`}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {icon ? (
        <summary className={buttonClass("quiet", "s", on ? "btn-icon is-on" : "btn-icon")} aria-label={label} title={hint ?? label}>
          <Icon of={icon} />
        </summary>
      ) : (
        <summary className={quiet ? buttonClass("quiet", "s") : "chip"} data-on={on || undefined} title={hint}>
          {label}
          <Icon of={ChevronDown} />
        </summary>
      )}
      <div ref={panel} className="disclosure-panel">
        {typeof children === "function" ? open && children() : children}
      </div>
    </details>
  );
}
