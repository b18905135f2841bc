import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** One line of the palette. */
export interface Command {
  id: string;
  /** The heading under which it stands. */
  group: string;
  label: string;
  icon: LucideIcon;
  /** Drawn in place of the label. */
  content?: ReactNode;
  /** What stands at its end: a count. */
  meta?: string | undefined;
  keys?: string | undefined;
  /** It leads to more results, and is none itself. */
  leads?: boolean;
  /** Enter chooses it only after somebody has moved to it: it changes an item. */
  deliberate?: boolean;
  run: () => void;
}
