import * as Radix from "@radix-ui/react-dropdown-menu";
import { type LucideIcon, Square, SquareCheck } from "lucide-react";
import { type FocusEvent, type ReactNode, useRef } from "react";

import { useWorkingKeys } from "@/lib/hotkeys";

import { Icon } from "./icon";
import { Key } from "./key";

export type OpenedBy = "keys" | "pointer";

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode;
  side?: "top" | "bottom";
  /** Open from the start, and by what: if by keys, the first item has the focus, so that Enter chooses it. */
  openedBy?: OpenedBy | undefined;
  children: ReactNode;
}

export function Menu({ trigger, side = "bottom", openedBy, children }: MenuProps) {
  const byKeys = useRef(openedBy === "keys");
  // the library does this itself for a key that it has seen; this key was pressed before the menu was loaded
  const chooseFirst = ({ currentTarget }: FocusEvent<HTMLElement>) => {
    if (byKeys.current) currentTarget.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    byKeys.current = false;
  };
  return (
    <Radix.Root defaultOpen={openedBy !== undefined} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" side={side} align="end" sideOffset={8} collisionPadding={12} loop onFocus={chooseFirst}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ItemProps {
  icon: LucideIcon;
  onSelect?: () => void;
  hotkey?: string;
  className?: string;
  /** Why the item is disabled. It can still be focused, so that screen readers read the reason. */
  unavailable?: string | undefined;
  children: ReactNode;
}

export function MenuItem({ icon, onSelect, hotkey, className = "", unavailable, children }: ItemProps) {
  return (
    <Radix.Item
      className={`option ${className}`}
      aria-keyshortcuts={useWorkingKeys(hotkey)}
      aria-disabled={unavailable ? true : undefined}
      onSelect={(event) => (unavailable ? event.preventDefault() : onSelect?.())}
    >
      <Icon of={icon} />
      <span>{children}</span>
      {unavailable && <span className="meta end">{unavailable}</span>}
      {hotkey && (
        <span className="end">
          <Key keys={hotkey} silent />
        </span>
      )}
    </Radix.Item>
  );
}

interface CheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** A menu item that is on or off; choosing it leaves the menu open. */
export function MenuCheck({ checked, onChange, children }: CheckProps) {
  return (
    <Radix.CheckboxItem className="option" checked={checked} onCheckedChange={onChange} onSelect={(event) => event.preventDefault()}>
      <Icon of={checked ? SquareCheck : Square} />
      <span>{children}</span>
    </Radix.CheckboxItem>
  );
}

export function MenuHead({ children }: { children: ReactNode }) {
  return <Radix.Label className="menu-head">{children}</Radix.Label>;
}

export function MenuLine() {
  return <Radix.Separator className="menu-line" />;
}
