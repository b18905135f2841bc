import { Layers2, type LucideIcon } from "lucide-react";

import { icons } from "@/api/icons";
import type { Queue } from "@/lib/desk";

/** The icon that a queue declares; a default one for a name that this build does not know. */
export function iconOf(queue: Queue): LucideIcon {
  return (icons as Readonly<Record<string, LucideIcon>>)[queue.icon] ?? Layers2;
}
