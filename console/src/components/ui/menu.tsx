import * as Radix from "@radix-ui/react-dropdown-menu";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { useWorkingKeys } from "@/lib/hotkeys";

import { Icon } from "./icon";
import { Key } from "./key";

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  side?: "top" | "bottom";
  defaultOpen?: boolean;
  children: ReactNode;
}

export function Menu({ trigger, side = "bottom", defaultOpen = false, children }: MenuProps) {
  return (
    <Radix.Root defaultOpen={defaultOpen} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" side={side} align="end" sideOffset={8} collisionPadding={12} loop>
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
  /** Why it cannot be chosen. An item with a reason stays in reach of the keyboard, so that the reason is heard. */
  unavailable?: string | undefined;
  children: ReactNode;
}

export function MenuItem({ icon, onSelect, hotkey, unavailable, children }: ItemProps) {
  return (
    <Radix.Item
      className="option"
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

export function MenuHead({ children }: { children: ReactNode }) {
  return <Radix.Label className="menu-head">{children}</Radix.Label>;
}

export function MenuLine() {
  return <Radix.Separator className="menu-line" />;
}
