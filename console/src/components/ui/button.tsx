import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

import { useWorkingKeys } from "@/lib/hotkeys";

import { Icon } from "./icon";
import { Key } from "./key";

export interface ButtonProps extends ComponentProps<"button"> {
  tone?: "neutral" | "primary" | "quiet" | "danger";
  size?: "s" | "m" | "l";
  icon?: LucideIcon;
  /** The keyboard shortcut of the button, shown at its end. */
  hotkey?: string;
  /** Work in flight: shown, and the button is disabled. */
  busy?: boolean;
}

export function Button({
  tone = "neutral",
  size = "m",
  icon,
  hotkey,
  busy = false,
  disabled,
  className = "",
  children,
  "aria-keyshortcuts": shortcut,
  ...rest
}: ButtonProps) {
  const keys = useWorkingKeys(hotkey ?? shortcut);
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(tone, size, className)}
      disabled={busy || disabled}
      aria-busy={busy ? true : undefined}
      aria-keyshortcuts={keys?.replace(" ", "+")}
    >
      {icon && !busy && <Icon of={icon} />}
      {children}
      {hotkey && <Key keys={hotkey} silent />}
    </button>
  );
}

/** For links that look like buttons. */
export function buttonClass(tone: ButtonProps["tone"] = "neutral", size: ButtonProps["size"] = "m", more = ""): string {
  return ["btn", tone !== "neutral" && `btn-${tone}`, size !== "m" && `btn-${size}`, more].filter(Boolean).join(" ");
}
