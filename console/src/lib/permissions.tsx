import { createContext, type ReactNode, use } from "react";

/** The strings of spec, section 3, then the two of our own. */
export const PERMISSIONS = [
  "tickets",
  "bulk_moderation",
  "backlog",
  "assigned_to_others",
  "banned_words",
  "head_moderator",
  "testimonials",
  "organisation",
  "groups",
  "tags",
  "users",
  "blacklist",
  "reporting",
  "custom_reporting",
  "foresight",
  "search",
  "top_level_add",
  "moderation",
  "history",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

const Access = createContext<readonly string[]>([]);

export function AccessProvider({ access, children }: { access: readonly string[]; children: ReactNode }) {
  return <Access value={access}>{children}</Access>;
}

/** Whether the person holds a permission; asking for none is always granted. */
export function useCan(): (permission?: Permission) => boolean {
  const access = use(Access);
  return (permission) => permission === undefined || access.includes(permission);
}

/** Shows its children to holders of a permission. A courtesy: the server decides. */
export function Allowed({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useCan()(permission) ? children : null;
}
