import type { AccessLevel } from "@/api/types";

/** The access levels, in the order of spec, section 3. */
export const LEVELS: readonly AccessLevel[] = [
  "NO_DASHBOARD",
  "USER",
  "SUPER",
  "RECEPTIONIST",
  "ANALYST",
  "DEVELOPER",
  "HEAD_MODERATOR",
  "MODERATOR",
  "ADMIN",
];
