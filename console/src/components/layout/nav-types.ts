import type { LucideIcon } from "lucide-react";

/** What the sidebar shows: entries in words, permissions already applied. */
export interface NavEntry {
  name: string;
  label: string;
  icon: LucideIcon;
  to: NavTarget;
  count: number | undefined;
}

export type NavTarget =
  | { kind: "page"; path: string }
  | { kind: "outside"; href: string }
  /** Keeps its place, and says why it cannot be opened. */
  | { kind: "unavailable"; reason: string };

export interface NavGroup {
  name: string;
  label: string;
  icon: LucideIcon;
  entries: NavEntry[];
}

export interface NavSection {
  /** `own`: in sight at the lower edge until its place in the order is. */
  name: string;
  /** The words above the section; null for none. */
  label: string | null;
  badge: number | undefined;
  items: (NavEntry | NavGroup)[];
}
