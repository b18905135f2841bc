import { createContext, type ReactNode, use } from "react";

import type { components } from "@/api/schema";

/** The server's list: the specification's strings (section 3), then those of our own. */
export type Permission = components["schemas"]["Permission"];

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
