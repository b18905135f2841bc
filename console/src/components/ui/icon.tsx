import type { LucideIcon } from "lucide-react";

interface Props {
  of: LucideIcon;
  /** Mirrored in right-to-left pages: arrows. */
  flip?: boolean;
  className?: string;
}

/** An icon beside a word. Hidden from screen readers, which read the word. */
export function Icon({ of: Shape, flip = false, className = "" }: Props) {
  return <Shape className={["icon", flip && "icon-flip", className].filter(Boolean).join(" ")} aria-hidden />;
}
