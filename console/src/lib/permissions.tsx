import { createContext, type ReactNode, use } from "react";

import type { components } from "@/api/schema";

/** The server's list: the specification's strings (section 3), then further ones. */
export type Permission = components["schemas"]["Permission"];

const Access = createContext<readonly string[]>([]);

export function AccessProvider({ access, children }: { access: readonly string[]; children: ReactNode }) {
  return <Access value={access}>{children}</Access>;
}

/** Whether the person has a permission; true if none is required. */
export function useCan(): (permission?: Permission) => boolean {
  const access = use(Access);
  return (permission) => permission === undefined || access.includes(permission);
}

/** Shows its children to people with a permission. A courtesy: the server decides. */
export function Allowed({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useCan()(permission) ? children : null;
}
