import type { Tag } from "@/api/types";

/** The categories, in the order of spec, section 3. */
export const CATEGORIES = [
  "software",
  "features",
  "service_level",
  "dental",
  "social_media",
  "engagement",
] as const satisfies readonly Tag["category"][];

export const TYPES = ["system", "smart", "user"] as const satisfies readonly Tag["type"][];
