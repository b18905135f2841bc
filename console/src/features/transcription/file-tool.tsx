import type { LucideIcon } from "lucide-react";

import { IconButton } from "@/components/ui/icon-button";

import { shortcutOf, withKey } from "./use-file-keys";

interface Props {
  icon: LucideIcon;
  label: string;
  /** Pressed with Alt; the component that registers it makes it work. */
  shortcut?: string;
  disabled?: boolean;
  onClick: () => void;
}

/** A button of the viewer or the player that says its key. */
export function FileTool({ icon, label, shortcut, disabled, onClick }: Props) {
  const hint = shortcut && { hint: withKey(label, shortcut), "aria-keyshortcuts": shortcutOf(shortcut) };
  return <IconButton size="s" icon={icon} label={label} {...hint} disabled={disabled} onClick={onClick} />;
}
