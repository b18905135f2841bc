import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** One line of the palette. */
export interface Command {
  id: string;
  /** The heading above the command. */
  group: string;
  label: string;
  icon: LucideIcon;
  /** Drawn instead of the label. */
  content?: ReactNode;
  /** Text at the end of the line: a count. */
  meta?: string | undefined;
  keys?: string | undefined;
  /** Leads to more results and is not a result itself. */
  leads?: boolean;
  /** Changes an item: Enter runs it only after the person has moved to it. */
  deliberate?: boolean;
  run: () => void;
}
