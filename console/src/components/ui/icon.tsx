import type { LucideIcon } from "lucide-react";

interface Props {
  of: LucideIcon;
  /** Turns round when the page reads right to left: arrows. */
  flip?: boolean;
  className?: string;
}

/** An icon beside a word. It says nothing to screen readers: the word does. */
export function Icon({ of: Shape, flip = false, className = "" }: Props) {
  return <Shape className={["icon", flip && "icon-flip", className].filter(Boolean).join(" ")} aria-hidden />;
}
