import type { LucideIcon } from "lucide-react";

import { Button, type ButtonProps } from "./button";
import { Icon } from "./icon";
import { Tooltip } from "./tooltip";

interface Props extends Omit<ButtonProps, "children" | "icon" | "hotkey"> {
  icon: LucideIcon;
  flip?: boolean;
  /** The button's name, also shown with its key on hover and focus. */
  label: string;
  /** Shown instead of the name, if the name is not enough. */
  hint?: string;
}

export function IconButton({ icon, flip = false, label, hint = label, tone = "quiet", className = "", ...rest }: Props) {
  return (
    <Tooltip label={hint} keys={rest["aria-keyshortcuts"]}>
      <Button {...rest} tone={tone} className={`btn-icon ${className}`} aria-label={label}>
        <Icon of={icon} flip={flip} />
      </Button>
    </Tooltip>
  );
}
